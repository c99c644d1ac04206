/** "New Contacts per Day": how many people without a conversation each number writes to in a day. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';
import { unreadableConversations } from '../support/unreadable-conversations';

useSimulator();
const pass = useShortWaits();
beforeEach(() => simulator().set({ sendRate: false }));

const dayMs = 24 * 60 * 60_000;
const [ann, ben, cem, dee] = ['+12025552000', '+12025552001', '+12025552002', '+12025552003'] as const;

async function sent(to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) {
	const all = { campaignName: 'spring', newContactsPerDay: 2, messagesPerSecond: 0, ...options };
	const node = { ...plainImessage, ...parameters, options: all } as INodeParameters;
	return await runNode('phoneServiceMessaging', node, {
		items: to.map((number) => ({ to: number })),
		settings: { onError: 'continueRegularOutput' },
	});
}

async function statuses(...given: Parameters<typeof sent>) {
	return (await sent(...given)).json().map(({ status }) => status);
}

const reads = () => simulator().requests.filter(({ method }) => method === 'GET');

test('two runs of a day keep the bound together, and the next day begins anew', async () => {
	expect(await statuses([ann, ben, cem, dee])).toEqual(['accepted', 'accepted', 'deferred', 'deferred']);
	const again = await sent([ann, ben, cem, dee]);
	expect(again.json().map(({ status }) => status)).toEqual(['accepted', 'accepted', 'deferred', 'deferred']);
	expect(again.json()[2]).toMatchObject({
		to: cem,
		reason: 'New contacts per day',
		send_after: null,
		message_id: null,
	});
	expect(again.hints().join()).toContain('2 left for a later run. Nothing sends what is left automatically');
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
	await sent([ann, ben], { newContactsPerDay: 1 });
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
		const finished = await sent([ann, ben, cem], {}, parameters);
		expect(finished.json().map(({ status }) => status)).toEqual(['accepted', 'accepted', 'deferred']);
		expect(finished.hints().join(' ')).toMatch(reason);
	},
);

test('a first message with a link or a file is hinted at; one with a contact card, or to somebody known, is not', async () => {
	const hinted = async (to: string, parameters: INodeParameters, options: IDataObject = {}) =>
		(await sent([to], { newContactsPerDay: 9, ...options }, parameters)).hints().join(' ');
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
	await sent([ann], { newContactsPerDay: 0 });
	expect(reads()).toEqual([]);
	expect((await sent([ben], { campaignName: '' })).json()).toMatchObject([
		{ status: 'failed', reason: expect.stringContaining('New Contacts per Day needs a Campaign Name') },
	]);
});
