import { Type, type Static } from '@sinclair/typebox';
import { channelNames, leasedNumbers, type Channel } from './accounts';

const channel = Type.Unsafe<Channel>({ enum: Object.keys(channelNames) });
const text = Type.Optional(Type.String({ maxLength: 100_000 }));

const sides = {
	/** The person: a phone number or an email address. */
	from: Type.String({ pattern: '^(\\+[1-9]\\d{6,14}|[^\\s@]+@[^\\s@]+)$', maxLength: 254 }),
	/** A leased number. */
	to: Type.Unsafe<string>({ enum: leasedNumbers.map(({ number }) => number) }),
};

/** What a person writes to a leased number, by default over the first channel of that. */
export const writtenMessage = Type.Object(
	{
		...sides,
		channel: Type.Optional(channel),
		text,
		/** Whether a photo comes with it. */
		photo: Type.Optional(Type.Boolean()),
	},
	{ additionalProperties: false },
);

export type WrittenMessage = Static<typeof writtenMessage>;

/** What a person does beside writing. */
export const givenSignal = Type.Object(
	{
		...sides,
		channel,
		kind: Type.Unsafe<'reaction' | 'typing' | 'read'>({ enum: ['reaction', 'typing', 'read'] }),
		action: Type.Unsafe<string>({ enum: ['add', 'remove', 'start', 'stop', 'read'] }),
		reaction: text,
		/** The text of the message that a reaction is on. */
		on: text,
	},
	{ additionalProperties: false },
);

export type GivenSignal = Static<typeof givenSignal>;
