/** "New Contacts per Day" and "Respect Opt-Outs", which read the conversation before a message leaves. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { optOutSpellings } from '../support/incoming-events';
import { leased, send, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
const pass = useShortWaits();

const dayMs = 24 * 60 * 60_000;
const [ann, ben, cem, dee] = ['+12025552000', '+12025552001', '+12025552002', '+12025552003'] as const;

async function sent(to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) {
	const items = to.map((number) => ({ to: number }));
	return await send(items, {
		...parameters,
		options: { messagesPerSecond: 0, ...options } as INodeParameters,
	});
}

const reads = () => simulator().requests.filter(({ method }) => method === 'GET');

const historyAway = {
	kind: 'status',
	status: 503,
	times: 0,
	match: { operationId: 'getImessageHistory' },
} as const;

/** Conversations that cannot be read: what makes them so, in the node or in the service, and what the run says of them. */
const unreadableConversations: Array<
	[name: string, parameters: INodeParameters, breaks: () => void, reason: RegExp]
> = [
	[
		'no conversations',
		{},
		() => simulator().set({ publicMaterial: false }),
		/does not offer conversations \(404\)/,
	],
	['history away', {}, () => simulator().fault(historyAway), /could not be read \(503\)/],
	[
		'WhatsApp',
		{ operation: 'sendWhatsapp', from: leased.whatsapp, whatsappMessage: 'Hello' },
		() => {},
		/over WhatsApp cannot be read/,
	],
	['no From', { from: '' }, () => {}, /needs From/],
];

describe('New Contacts per Day: how many people without a conversation each number writes to in a day', () => {
	const sentNew = async (to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) =>
		await sent(to, { campaignName: 'spring', newContactsPerDay: 2, ...options }, parameters);

	async function statuses(...given: Parameters<typeof sent>) {
		return (await sentNew(...given)).json().map(({ status }) => status);
	}

	test('two runs of a day keep the bound together, and the next day begins anew', async () => {
		expect(await statuses([ann, ben, cem, dee])).toEqual(['accepted', 'accepted', 'deferred', 'deferred']);
		const again = await sentNew([ann, ben, cem, dee]);
		expect(again.json().map(({ status }) => status)).toEqual([
			'accepted',
			'accepted',
			'deferred',
			'deferred',
		]);
		expect(again.json()[2]).toMatchObject({
			to: cem,
			reason: 'New contacts per day',
			send_after: null,
			message_id: null,
		});
		expect(again.hints().join()).toContain(
			'2 left for a later run. Nothing sends what is left automatically',
		);
		expect(simulator().outbox.map(({ to }) => to)).toEqual([ann, ben]);
		pass(dayMs);
		expect(await statuses([ann, ben, cem, dee])).toEqual(Array(4).fill('accepted'));
		expect(simulator().outbox).toHaveLength(4);
	});

	test('runs at the same time share the places of the day', async () => {
		const runs = [ann, ben, cem, dee].map(async (one) => await statuses([one]));
		expect((await Promise.all(runs)).flat().sort()).toEqual(['accepted', 'accepted', 'deferred', 'deferred']);
		expect(simulator().outbox).toHaveLength(2);
	});

	test('each number has places of its own', async () => {
		await sentNew([ann, ben], { newContactsPerDay: 1 });
		const other = { from: '+14155550101' };
		expect(await statuses([cem, dee], { newContactsPerDay: 1 }, other)).toEqual(['accepted', 'deferred']);
	});

	test('who has a conversation with the number takes no place; each is read once a run', async () => {
		for (const from of [ann, ben]) simulator().write({ from, to: leased.imessage, text: 'Hi' });
		const options = { newContactsPerDay: 1, respectOptOuts: 'skipIfUnknown' };
		expect(await statuses([ann, ben, cem, dee], options)).toEqual([
			'accepted',
			'accepted',
			'accepted',
			'deferred',
		]);
		expect(reads()).toHaveLength(4);
	});

	test('a second message to somebody who was new in this run takes no place', async () => {
		const options = { newContactsPerDay: 1, campaignName: '={{ $itemIndex }}' };
		expect(await statuses([ann, ann, ben], options)).toEqual(['accepted', 'accepted', 'deferred']);
	});

	test('a message that was certainly not sent gives its place back, and one that may have been keeps it', async () => {
		const options = { newContactsPerDay: 1, requestsAtOnce: 1 };
		simulator().fault({ kind: 'status', status: 400, times: 1, match: { operationId: 'sendImessage' } });
		expect(await statuses([ann], options)).toEqual(['failed']);
		simulator().fault({ kind: 'resetAfter', times: 1, match: { operationId: 'sendImessage' } });
		expect(await statuses([ben], { ...options, ifOutcomeUnknown: 'doNotSend' })).toEqual(['unknown']);
		expect(await statuses([cem], options)).toEqual(['deferred']);
	});

	test.each(unreadableConversations)(
		'%s: what cannot be read counts as new, and the run says why',
		async (_, parameters, breaks, reason) => {
			breaks();
			const finished = await sentNew([ann, ben, cem], {}, parameters);
			expect(finished.json().map(({ status }) => status)).toEqual(['accepted', 'accepted', 'deferred']);
			expect(finished.hints().join(' ')).toMatch(reason);
		},
	);

	test('a first message with a link or a file is hinted at; one with a contact card, or to somebody known, is not', async () => {
		const hinted = async (to: string, parameters: INodeParameters, options: IDataObject = {}) =>
			(await sentNew([to], { newContactsPerDay: 9, ...options }, parameters)).hints().join(' ');
		const advice = /1 first messages had a link or an attachment/;
		const link = { message: 'See https://example.com' };
		const file = (name: string) => ({ attachments: [`https://example.com/${name}`] });
		expect(await hinted(ann, link)).toMatch(advice);
		expect(await hinted(ann, link, { campaignName: 'summer' })).not.toMatch(advice);
		expect(await hinted(ben, file('a.png'))).toMatch(advice);
		expect(await hinted(cem, file('me.vcf'))).not.toMatch(advice);
		expect(await hinted(dee, link, { sendingAdvice: false })).not.toMatch(advice);
	});

	test('without the option no conversation is read, and without a Campaign Name it is an error', async () => {
		await sentNew([ann], { newContactsPerDay: 0 });
		expect(reads()).toEqual([]);
		expect((await sentNew([ben], { campaignName: '' })).json()).toMatchObject([
			{ status: 'failed', reason: expect.stringContaining('New Contacts per Day needs a Campaign Name') },
		]);
	});
});

describe('Respect Opt-Outs: who wrote STOP to the number gets no message', () => {
	const sentTo = async (to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) =>
		await sent(to, { respectOptOuts: 'skipIfUnknown', ...options }, parameters);

	function write(from: string, ...texts: string[]): void {
		for (const text of texts) simulator().write({ from, to: leased.imessage, text });
	}

	test('of 50 recipients, 20 had written STOP, and two of them START again: 32 are sent, and the 18 say so', async () => {
		const numbers = Array.from({ length: 50 }, (_, index) => `+1202555${2000 + index}`);
		for (const number of numbers.slice(0, 20)) write(number, 'Hi', 'Stop!', 'Thanks');
		for (const number of numbers.slice(0, 2)) write(number, 'START');
		const rows = (await sentTo(numbers)).json();
		expect(simulator().outbox).toHaveLength(32);
		const skipped = rows.filter(({ status }) => status === 'skipped');
		expect(skipped.map(({ to }) => to)).toEqual(numbers.slice(2, 20));
		expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['Opted out']));
		expect(reads()).toHaveLength(50);
	});

	test('who wrote it in another spelling is left out, and who wrote more than that is not', async () => {
		const others = ['Stop by at 8', 'Stop\nby at 8', ''];
		const people = [...optOutSpellings, ...others].map((text, index) => {
			const number = `+1202555${2100 + index}`;
			write(number, text);
			return number;
		});
		const statuses = (await sentTo(people)).json().map(({ status }) => status);
		expect(statuses).toEqual([...optOutSpellings.map(() => 'skipped'), ...others.map(() => 'accepted')]);
	});

	test('a word that nobody can type is refused, and nothing is sent', async () => {
		expect((await sentTo([ann], { optOutWords: 'arrêt, !' })).json()).toMatchObject([
			{ status: 'failed', reason: expect.stringContaining('Opt-Out Words is "!", which has no letter') },
		]);
		expect(simulator().requests).toEqual([]);
	});

	test('a conversation is read once for each person and run, and words of your own count', async () => {
		write(ann, 'Arrêt');
		const rows = (await sentTo([ann, ben, ben], { optOutWords: 'arrêt' })).json();
		expect(rows.map(({ status }) => status)).toEqual(['skipped', 'accepted', 'accepted']);
		expect(reads()).toHaveLength(2);
	});

	test('words of your own count for the items that have them', async () => {
		write(ann, 'Arrêt');
		const rows = (await sentTo([ann, ann], { optOutWords: '={{ $itemIndex === 1 ? "arrêt" : "" }}' })).json();
		expect(rows.map(({ status }) => status)).toEqual(['accepted', 'skipped']);
	});

	test('our own STOP counts for nothing, and without the option no conversation is read', async () => {
		await sentTo([ann], { respectOptOuts: 'no' }, { message: 'STOP' });
		expect(simulator().requests.map(({ method }) => method)).toEqual(['POST']);
		expect((await sentTo([ann])).json()).toMatchObject([{ status: 'accepted' }]);
	});

	describe('what cannot be read follows the option, and the run says why', () => {
		test.each(unreadableConversations)('%s', async (_, parameters, breaks, reason) => {
			breaks();
			const skipped = await sentTo([ann], {}, parameters);
			expect(skipped.json()).toMatchObject([{ status: 'skipped', reason: expect.stringMatching(reason) }]);
			expect(skipped.hints().join(' ')).toMatch(reason);
			expect(simulator().outbox).toEqual([]);
			const gone = await sentTo([ann], { respectOptOuts: 'sendIfUnknown' }, parameters);
			expect(gone.json()).toMatchObject([{ status: 'accepted' }]);
			expect(gone.hints().join(' ')).toMatch(reason);
		});
	});
});
