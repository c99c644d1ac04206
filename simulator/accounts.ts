import type { Schema } from '../nodes/shared/contract/contract';
import { channels, type Channel } from '../nodes/shared/service/channels';

export type { Channel };

/** The name of a channel as people write it. */
export const channelNames: Record<Channel, string> = {
	imessage: channels.imessage.name,
	whatsapp: channels.whatsapp.name,
	text: 'SMS/RCS',
};

/** A number and what it can send over. */
interface Lease {
	number: string;
	channels: readonly Channel[];
}

/** A number that accounts of the simulator lease. */
export interface LeasedNumber extends Lease {
	/** Whether a change of call forwarding holds at once or after `forwardingDelayMs` (section 3). */
	forwarding: 'immediate' | 'queued';
	/** Where calls go at the start; null when they are not forwarded. */
	forwardedTo: string | null;
}

/** A number whose lease does not hold at present: it is listed, and leased for nothing else. */
export interface LapsedLease extends Lease {
	status: Exclude<Schema<'LeaseStatus'>, 'active'>;
}

/** A caller of the service, known by its token. */
export interface Account {
	token: string;
	name: string;
	/** What the token is good for, as the README shows it. */
	purpose: string;
	/** Whether the token may use the service at all; without permission every operation answers 403. */
	permitted: boolean;
	/** Entitlements held at the start; applying for others adds to them. */
	entitlements: readonly string[];
	/** The numbers that it leases or has leased. */
	numbers: readonly string[];
}

const everyChannel = ['imessage', 'whatsapp', 'text'] as const;
const noWhatsapp = ['imessage', 'text'] as const;

/** The leased numbers, all from the range kept for fiction. */
export const leasedNumbers: readonly LeasedNumber[] = [
	{ number: '+14155550100', channels: everyChannel, forwarding: 'immediate', forwardedTo: '+14155550190' },
	{ number: '+14155550101', channels: everyChannel, forwarding: 'immediate', forwardedTo: '+14155550191' },
	{ number: '+12125550102', channels: noWhatsapp, forwarding: 'immediate', forwardedTo: '+12125550192' },
	{ number: '+12125550103', channels: noWhatsapp, forwarding: 'immediate', forwardedTo: null },
	{ number: '+13125550104', channels: noWhatsapp, forwarding: 'immediate', forwardedTo: null },
	{ number: '+13125550105', channels: ['imessage'], forwarding: 'immediate', forwardedTo: null },
	{ number: '+16465550106', channels: noWhatsapp, forwarding: 'queued', forwardedTo: '+16465550196' },
	{ number: '+16465550107', channels: noWhatsapp, forwarding: 'queued', forwardedTo: null },
	{ number: '+17185550108', channels: ['whatsapp'], forwarding: 'immediate', forwardedTo: null },
	{ number: '+17185550109', channels: ['text'], forwarding: 'immediate', forwardedTo: null },
];

/** Numbers that stand in the list of leased numbers only. */
export const lapsedLeases: readonly LapsedLease[] = [
	{ number: '+14155550110', channels: everyChannel, status: 'paused' },
	{ number: '+12125550111', channels: noWhatsapp, status: 'expired' },
	{ number: '+17185550112', channels: ['whatsapp'], status: 'terminated' },
];

const leases: readonly Lease[] = [...leasedNumbers, ...lapsedLeases];

/** The token that may do everything. */
export const demoToken = 'demo-token';

const everything: Account = {
	token: demoToken,
	name: 'demo',
	purpose: 'Everything is permitted.',
	permitted: true,
	entitlements: ['number_intelligence', 'fast_track', 'lease', 'identity'],
	numbers: leases.map(({ number }) => number),
};

/** The accounts of the simulator. Their tokens are public and good for nothing else. */
export const accounts: readonly Account[] = [
	everything,
	{
		...everything,
		token: 'demo-token-no-intelligence',
		name: 'no intelligence',
		purpose: 'Lacks `number_intelligence`: lookups answer 403 until it has been applied for.',
		entitlements: ['fast_track', 'lease', 'identity'],
	},
	{
		...everything,
		token: 'demo-token-no-fast-track',
		name: 'no fast track',
		purpose:
			'Lacks `fast_track`: a fast-tracked send answers 403 with `agreement_url` until it has been applied for.',
		entitlements: ['number_intelligence', 'lease', 'identity'],
	},
	{
		...everything,
		token: 'demo-token-no-whatsapp',
		name: 'no WhatsApp',
		purpose: 'Leases only numbers without WhatsApp: sending a WhatsApp message answers 403.',
		numbers: leases.filter(({ channels }) => !channels.includes('whatsapp')).map(({ number }) => number),
	},
	{
		...everything,
		token: 'demo-token-no-numbers',
		name: 'no numbers',
		purpose: 'Leases no number: sends and changes of numbers answer 403.',
		entitlements: ['number_intelligence'],
		numbers: [],
	},
	{
		...everything,
		token: 'demo-token-no-permission',
		name: 'no permission',
		purpose: 'Known but not permitted: every operation answers 403.',
		permitted: false,
		entitlements: [],
		numbers: [],
	},
];

/** The leased numbers of an account that can send over a channel. */
export function numbersWithChannel(account: Account, channel: Channel): LeasedNumber[] {
	return leasedNumbers.filter(
		({ number, channels }) => account.numbers.includes(number) && channels.includes(channel),
	);
}
