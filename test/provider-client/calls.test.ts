/** The provider's client asks the simulator for all that it can, and finds in the answers what it looks for. */
import type { Contiguity, ContiguityError } from 'contiguity';

import { demoToken } from '../../simulator/accounts';
import { leased } from '../support/leased-numbers';
import {
	clientAddress,
	hello,
	like,
	number,
	person,
	providerClient,
	anyNumber,
	anyText,
} from '../support/provider-client';
import { runSimulator, simulator } from '../support/simulator-of-file';

runSimulator({ sendRate: false });

const pair = { to: person, from: number };

const metadata = {
	id: like('^req_'),
	timestamp: like('^\\d{13}$'),
	api_version: like('^v\\d+\\.\\d+\\.\\d+$'),
	object: 'response',
};

const accepted = (prefix: string) => ({ message_id: like(`^${prefix}_`) });
const read = { ...hello, timestamp: anyNumber, attachments: [] };
const delivery = { status: 'delivered', delayed: false, timestamp: anyNumber };
const reaction = { reaction: 'love', on: 'Hello', timestamp: anyNumber, action: 'added', from: number };
const leasedNumber = {
	id: number,
	status: 'leased',
	number: { e164: number, formatted: '(415) 555-0100' },
	capabilities: { channels: ['imessage', 'whatsapp', 'sms', 'mms', 'rcs'] },
	health: { reputation: 1, previous_owners: 0 },
	lease_id: anyText,
	lease_status: 'active',
	billing: { method: 'monthly', period: { start: anyNumber, end: null } },
};
const granted = { name: 'fast_track', description: anyText, status: 'granted', entitlement_id: anyText };

type Call = (client: Contiguity, sent: Record<'text' | 'imessage', string>) => Promise<object>;

/** Calls of the client after a text and an iMessage, which somebody loves, and what the client makes of the answer. */
const calls: Record<string, [Call, answer: object]> = {
	'text.send': [async ({ text }) => await text.send(hello), accepted('text')],
	'text.get': [
		async ({ text }, sent) => await text.get(sent.text),
		{ ...read, id: like('^text_'), status: 'delivered' },
	],
	'text.history': [
		async ({ text }) => await text.history(pair),
		{ conversation: [{ ...read, delivery }], reactions: [], chat: { limit: 20, total: 1, count: 1 } },
	],
	'imessage.send': [
		async ({ imessage }) =>
			await imessage.send({
				...hello,
				fallback: { when: ['imessage_fails'], from: leased.sms },
				attachments: ['https://files.example/menu.pdf'],
				fast_track: true,
			}),
		accepted('imsg'),
	],
	'imessage.typing': [
		async ({ imessage }) => await imessage.typing({ ...pair, action: 'start' }),
		{ status: 'started' },
	],
	'imessage.get': [
		async ({ imessage }, sent) => await imessage.get(sent.imessage),
		{ ...read, id: like('^imsg_'), status: 'delivered' },
	],
	'imessage.history': [
		async ({ imessage }) => await imessage.history({ ...pair, limit: 5 }),
		{
			conversation: [
				{ ...read, delivery, read: 0, risk: { auto_reported_as_spam: false, marked_as_spam: false } },
			],
			reactions: [reaction],
			chat: { filtered: false, chat_marked_as_spam: false, limit: 5, total: 1, count: 1 },
		},
	],
	'imessage.react': [
		async ({ imessage }) => await imessage.react('add', { ...hello, tapback: 'laugh' }),
		{ status: 'added', message: anyText },
	],
	'imessage.read': [async ({ imessage }) => await imessage.read(pair), { status: 'sent', message: anyText }],
	'whatsapp.send': [
		async ({ whatsapp }) =>
			await whatsapp.send({ ...hello, fallback: { when: ['whatsapp_unsupported', 'whatsapp_fails'] } }),
		accepted('wapp'),
	],
	'whatsapp.typing': [
		async ({ whatsapp }) => await whatsapp.typing({ ...pair, action: 'start' }),
		{ status: 'started' },
	],
	'whatsapp.react': [
		async ({ whatsapp }) => {
			const { message_id: message } = await whatsapp.send(hello);
			return await whatsapp.react('add', { to: person, reaction: '👍', message });
		},
		{ status: 'added', message: anyText },
	],
	'lease.get': [
		async ({ lease }) => await lease.get(number),
		{
			...leasedNumber,
			location: { country: anyText, region: anyText, city: anyText },
			carrier: anyText,
			capabilities: { ...leasedNumber.capabilities, intl_sms: true },
			data: { requirements: [], e911_capable: true },
			created_at: anyNumber,
			pricing: { currency: 'USD', upfront_fee: anyNumber, monthly_rate: anyNumber },
		},
	],
	'lease.leased': [
		async ({ lease }) => await lease.leased(),
		{ leased: anyNumber, numbers: expect.arrayContaining([leasedNumber]) as unknown },
	],
	'entitlements.list': [
		async ({ entitlements }) => await entitlements.list(),
		{ entitlements: expect.arrayContaining([granted]) as unknown },
	],
	'entitlements.get': [
		async ({ entitlements }) => await entitlements.get('fast_track'),
		{ ...granted, granted_at: like('^\\d{4}-\\d\\d-\\d\\dT') },
	],
	'entitlements.apply': [
		async ({ entitlements }) => await entitlements.apply('lease'),
		{ granted: true, entitlement_id: anyText },
	],
	'agreements.accept': [
		async ({ agreements, entitlements }) => {
			const { data } = (await refusal(entitlements.apply('agreement_required'))) as ContiguityError;
			const { pathname } = new URL(String(data?.agreement_url));
			await agreements.accept(`${clientAddress}${pathname}`);
			return await entitlements.apply('agreement_required');
		},
		{ granted: true, entitlement_id: anyText },
	],
};

/** The other calls: how the simulator refuses them, and why. */
const missing: Record<string, [Call, status: number, reason: string]> = {
	'text.react': [
		async ({ text }, sent) => await text.react('add', { message_id: sent.text, reaction: 'love' }),
		404,
		'the nodes have no reaction to a text, which is a text of its own',
	],
	'lease.available': [async ({ lease }) => await lease.available(), 400, 'the nodes lease no numbers'],
	'lease.create': [
		async ({ lease }) => await lease.create(leased.notLeased),
		404,
		'the nodes lease no numbers',
	],
	'lease.terminate': [async ({ lease }) => await lease.terminate(number), 404, 'the nodes end no lease'],
	'lease.details': [
		async ({ lease }) => await lease.details(number),
		404,
		'no document of the interface has a lease by its number',
	],
	'entitlements.revoke': [
		async ({ entitlements }) => await entitlements.revoke('lease'),
		404,
		'the nodes give up no entitlement',
	],
};

/** What has to do with no number at all, and what the tests of events use. */
const [otherProducts, ofEvents] = [
	['email', 'otp', 'domains'],
	['reply', 'verify', 'parse'],
];

async function refusal(work: Promise<unknown>): Promise<unknown> {
	return await work.then(
		() => undefined,
		(error: unknown) => error,
	);
}

async function afterMessages(client: Contiguity): Promise<Record<'text' | 'imessage', string>> {
	const { message_id: sms } = await client.text.send(hello);
	const { message_id: imessage } = await client.imessage.send(hello);
	await client.imessage.react('add', { ...hello, tapback: 'love' });
	return { text: sms, imessage };
}

test('every call of the client is asked here', () => {
	const resources = Object.entries(providerClient()).filter(([name]) => !otherProducts.includes(name));
	const names = resources.flatMap(([resource, methods]) =>
		Object.getOwnPropertyNames(Object.getPrototypeOf(methods))
			.filter((method) => ![...ofEvents, 'constructor'].includes(method))
			.map((method) => `${resource}.${method}`),
	);
	expect(names.sort()).toEqual([...Object.keys(calls), ...Object.keys(missing)].sort());
});

test.each(Object.entries(calls))('%s', async (_, [call, answer]) => {
	const client = providerClient();
	expect(await call(client, await afterMessages(client))).toEqual({ ...answer, metadata });
	expect(simulator().violations).toEqual([]);
});

test.each(
	Object.entries(missing).map(([name, [call, status, reason]]) => [name, status, reason, call] as const),
)('%s is answered %i: %s', async (_, status, __, call) => {
	const client = providerClient();
	expect(await refusal(call(client, await afterMessages(client)))).toMatchObject({ status });
});

test.each<[status: number, error: string, token: string, call: Call]>([
	[400, 'Bad Request', demoToken, async ({ text }) => await text.send({ ...hello, to: '12' })],
	[401, 'Unauthorized', 'wrong', async ({ text }) => await text.send(hello)],
	[403, 'Forbidden', 'demo-token-no-numbers', async ({ imessage }) => await imessage.send(hello)],
])('an error is one to the client: %i %s', async (status, message, token, call) => {
	const error = await refusal(call(providerClient(token), { text: '', imessage: '' }));
	expect(error).toMatchObject({ name: 'ContiguityError', message, status });
});
