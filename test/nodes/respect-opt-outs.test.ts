/** "Respect Opt-Outs", which reads the conversation before a message leaves. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultOrder } from '../../simulator/faults';
import { retryRun, startRun } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { keywords } from '../support/incoming-events';
import { leased, send, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();

const [ann, ben] = ['+12025550120', '+12025550121'] as const;

async function sent(to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) {
	const items = to.map((number) => ({ to: number }));
	return await send(items, {
		...parameters,
		options: { messagesPerSecond: 0, ...options } as INodeParameters,
	});
}

const reads = () => simulator().requests.filter(({ method }) => method === 'GET');

/** Conversations that can never be read: what makes them so, in the node or in the service, and what the run says of them. */
const unreadableConversations: Array<
	[name: string, parameters: INodeParameters, breaks: () => void, reason: RegExp]
> = [
	[
		'no conversations',
		{},
		() => simulator().set({ publicMaterial: false }),
		/does not offer conversations \(404\)/,
	],
	[
		'WhatsApp',
		{ operation: 'sendWhatsapp', from: leased.whatsapp, message: 'Hello' },
		() => {},
		/over WhatsApp cannot be read/,
	],
	['no From', { from: '' }, () => {}, /needs From/],
];

describe('Respect Opt-Outs: who wrote STOP to the number gets no message', () => {
	const sentTo = async (to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) =>
		await sent(to, { respectOptOuts: true, ...options }, parameters);

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

	test('who wrote it in another spelling is left out, and who wrote more than that, or opted in again, is not', async () => {
		const { optOut, optIn, neither } = keywords;
		const people = [...optOut, ...neither, ...optIn].map((text, index) => {
			const number = `+1202555${2100 + index}`;
			write(number, ...(optIn.includes(text) ? ['STOP', text] : [text]));
			return number;
		});
		const statuses = (await sentTo(people)).json().map(({ status }) => status);
		expect(statuses).toEqual([
			...optOut.map(() => 'skipped'),
			...[...neither, ...optIn].map(() => 'accepted'),
		]);
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

	test.each([
		['Arre\u0302t', 'arrêt'],
		['ARRÊT !', 'arrêt'],
		['Schluß', 'schluss'],
		['İPTAL', 'iptal'],
		['n’écrivez plus', "n'écrivez plus"],
		['🛑', '🛑'],
	])('words of your own count for the items that have them: %s for %s', async (text, word) => {
		write(ann, text);
		const optOutWords = `={{ $itemIndex === 1 ? ${JSON.stringify(word)} : "" }}`;
		const rows = (await sentTo([ann, ann], { optOutWords })).json();
		expect(rows.map(({ status }) => status)).toEqual(['accepted', 'skipped']);
	});

	test('our own STOP counts for nothing, and without the option no conversation is read', async () => {
		await sentTo([ann], { respectOptOuts: false }, { message: 'STOP' });
		expect(simulator().requests.map(({ method }) => method)).toEqual(['POST']);
		expect((await sentTo([ann])).json()).toMatchObject([{ status: 'accepted' }]);
	});

	test('a dry run leaves out whom the run would leave out', async () => {
		write(ann, 'STOP');
		const statusesOf = async (dryRun: boolean, from: string) =>
			(await sentTo([ann, ben], { dryRun }, { from })).json().map(({ status }) => status);
		expect(await statusesOf(true, leased.imessage)).toEqual(['skipped', 'checked']);
		expect(await statusesOf(true, '')).toEqual(['skipped', 'skipped']);
		expect(simulator().outbox).toEqual([]);
		expect(await statusesOf(false, leased.imessage)).toEqual(['skipped', 'accepted']);
	});

	test('a run that leaves out everybody has no column for message IDs', async () => {
		const [row] = (await sentTo([ann], {}, { from: '' })).json();
		expect(Object.keys(row ?? {})).toEqual(['status', 'reason', 'to']);
	});

	const match = { operationId: 'getImessageHistory' } as const;
	const notRead = /^Whether the recipient has opted out is not known: the conversation could not be read \(/;

	test.each<[string, FaultOrder]>([
		['429', { kind: 'status', status: 429, match }],
		['429 with a time', { kind: 'status', status: 429, retryAfter: 5, match }],
		['503', { kind: 'status', status: 503, match }],
		['502 twice', { kind: 'status', status: 502, times: 2, match }],
		['a broken connection', { kind: 'resetBefore', match }],
		['an answer that breaks off', { kind: 'resetAfter', match }],
	])('a conversation is read again after %s', async (_, fault) => {
		write(ann, 'STOP');
		simulator().fault(fault);
		const rows = (await sentTo([ann, ben])).json();
		expect(rows.map(({ status }) => status)).toEqual(['skipped', 'accepted']);
		expect(reads()).toHaveLength(2 + (fault.times ?? 1));
	});

	test.each<[string, FaultOrder]>([
		['503 for long', { kind: 'status', status: 503, times: 0, match }],
		['429 for long', { kind: 'status', status: 429, times: 0, match }],
		['a request that is refused', { kind: 'status', status: 403, match }],
		['an answer in another form', { kind: 'html', match }],
	])('what cannot be read after %s fails, and a Retry sends it', async (_, fault) => {
		write(ben, 'STOP');
		simulator().fault({ ...fault, match: { ...match, number: ann } });
		const people = [{ to: ann }, { to: ben }];
		const options = { respectOptOuts: true };
		const first = await startRun(people, { options });
		expect(first.finished?.json()).toMatchObject([
			{ status: 'failed', reason: expect.stringMatching(notRead), details: { outcome: 'notSent' } },
			{ status: 'skipped', reason: 'Opted out' },
		]);
		expect(simulator().outbox).toEqual([]);
		simulator().clearFaults();
		const again = await retryRun(first, { options });
		expect(again.finished?.json().map(({ status }) => status)).toEqual(['accepted', 'skipped']);
		expect(simulator().outbox).toMatchObject([{ to: ann }]);
	});

	test('the run fails where a conversation cannot be read, and what is read is sent all the same', async () => {
		simulator().fault({ kind: 'status', status: 503, times: 0, match: { ...match, number: ann } });
		const settings = { options: { respectOptOuts: true, messagesPerSecond: 0 } };
		const { error } = await send([{ to: ann }, { to: ben }], settings, { onError: 'stopWorkflow' });
		expect(error?.message).toBe('1 of 2 not sent, 1 accepted');
		expect(simulator().outbox).toMatchObject([{ to: ben }]);
	});

	test.each([
		[199, ['STOP'], 'skipped', /^Opted out$/],
		[200, ['STOP'], 'skipped', /^Nobody knows .*: its newest messages do not say, and older ones cannot be/],
		[205, ['STOP', 'START'], 'skipped', /^Nobody knows/],
		[199, [], 'accepted', undefined],
		[200, [], 'skipped', /^Nobody knows/],
		[150, ['STOP', 'START'], 'accepted', undefined],
	])('%d messages behind %j: %s', async (count, words, status, reason) => {
		write(ann, ...words, ...Array<string>(count).fill('Hi'));
		const [row] = (await sentTo([ann])).json();
		expect([row?.status, row?.reason]).toEqual([status, reason ? expect.stringMatching(reason) : undefined]);
	});

	test('a keyword among the newest messages says it, however many there are', async () => {
		for (const person of [ann, ben]) write(person, ...Array<string>(300).fill('Hi'));
		write(ann, 'STOP');
		write(ben, 'START');
		const rows = (await sentTo([ann, ben])).json();
		expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
			['skipped', 'Opted out'],
			['accepted', null],
		]);
	});

	describe('who can never be told is skipped, too, and the row says why', () => {
		test.each(unreadableConversations)('%s', async (_, parameters, breaks, reason) => {
			breaks();
			const skipped = await sentTo([ann], {}, parameters);
			expect(skipped.json()).toMatchObject([{ status: 'skipped', reason: expect.stringMatching(reason) }]);
			expect(simulator().outbox).toEqual([]);
		});
	});
});
