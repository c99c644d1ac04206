/** "Answer Open Questions": what people type in the chat, in place of the page of a question. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { typedAnswer } from '../../nodes/shared/service/typed-answer';
import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { choice, lastLink, person } from '../support/asked';
import { useChat } from '../support/chat';
import { soon } from '../support/clock';
import { waiting } from '../support/engine';
import type { MessageHost } from '../support/message-host';
import { leased, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });

const from = leased.imessage;
const respondedAt = expect.stringMatching(/^\d{4}-.*Z$/);
const inChat = { respondedAt, respondedIn: 'chat', responder: person };
const { passes, server, listening, ask, write, sendElse } = useChat();

/** How the questions of these links were decided so far. */
const approved = (links: string[]) =>
	links.map((link) => (server().dataOf(link) as IDataObject | undefined)?.approved);

const started = (text: string) => [expect.objectContaining({ event: 'messageReceived', text })];

describe('a typed answer goes to the execution that waits, and starts nothing', () => {
	test.each<[string, INodeParameters, IDataObject]>([
		['no, too expensive', {}, { approved: false, reason: 'too expensive', chatInput: 'too expensive' }],
		['2 please', choice('S', 'L'), { choice: 'L', choice_number: 2, answered: true }],
		['On Monday,\nat nine', { responseType: 'freeText' }, { text: 'On Monday,\nat nine' }],
	])('%s, for %j', async (text, parameters, data) => {
		const host = await listening();
		const link = await ask(parameters);
		expect(await write(host, text)).toEqual([]);
		expect(server().dataOf(link)).toEqual({ ...data, ...inChat });
	});

	test('over SMS, too', async () => {
		const host = await listening();
		const link = await ask({ ...choice('S', 'L'), channel: 'text' });
		expect(await write(host, '2', { channel: 'text' })).toEqual([]);
		expect(server().dataOf(link)).toMatchObject({ choice: 'L', ...inChat });
	});

	test('the event Question Answered starts the workflow with it', async () => {
		const host = await listening({ events: ['questionAnswered'] });
		await ask();
		expect(await write(host, 'yes')).toMatchObject([
			{ event: 'questionAnswered', text: 'yes', from: person },
		]);
		expect(await write(host, 'yes')).toHaveLength(1);
	});

	test('two questions are open: the newest is answered first, then the other', async () => {
		const host = await listening();
		const links = [await ask(), await ask()];
		expect(await write(host, 'yes')).toEqual([]);
		expect(approved(links)).toEqual([undefined, true]);
		expect(await write(host, 'no')).toEqual([]);
		expect(approved(links)).toEqual([false, true]);
	});

	test('two choices are open: "2" answers the newest, a second "2" the other; a yes answers neither', async () => {
		const host = await listening();
		const links = [await ask(choice('Monday', 'Friday')), await ask(choice('Tea', 'Coffee', 'Water'))];
		const chosen = () => links.map((link) => (server().dataOf(link) as IDataObject | undefined)?.choice);
		expect(await write(host, 'yes')).toEqual([]);
		expect(chosen()).toEqual([undefined, undefined]);
		expect(await write(host, '2')).toEqual([]);
		expect(chosen()).toEqual([undefined, 'Coffee']);
		expect(await write(host, '2')).toEqual([]);
		expect(chosen()).toEqual(['Friday', 'Coffee']);
	});

	test('what only the older of two questions offers answers neither: the newest is asked again', async () => {
		const host = await listening();
		const links = [await ask(choice('Monday', 'Friday')), await ask()];
		expect(await write(host, '2')).toEqual([]);
		expect(links.map((link) => server().dataOf(link))).toEqual([undefined, undefined]);
		expect(String(simulator().outbox.at(-1)?.message)).toBe(
			`Please answer "yes" or "no", or open this link:\n\n${String(links[1])}`,
		);
	});

	test.each(['one after the other', 'at once'])(
		'a message that two triggers hear %s answers one question, and starts neither',
		async (when) => {
			const hosts = [await listening(), await listening()] as const;
			const links = [await ask(), await ask()];
			passes(1_000);
			simulator().write({ from: person, to: from, text: 'yes' });
			if (when !== 'at once') await simulator().webhook.settled();
			expect((await hosts[0].post(simulator().events.at(-1)?.event)).status).toBe(200);
			await simulator().webhook.settled();
			expect(approved(links)).toEqual([undefined, true]);
			expect([await hosts[0].json(), await hosts[1].json()]).toEqual([[], []]);
		},
	);
});

describe('the workflow starts as usual, and nothing is answered', () => {
	test.each(['START', 'Can you hear me?'])('a message that is no answer, where it may: %s', async (text) => {
		const host = await listening({ options: { startWhileOpen: true } });
		const link = await ask();
		expect(await write(host, text)).toHaveLength(1);
		expect(server().dataOf(link)).toBeUndefined();
	});

	test('an "ok" from the same second as the question, perhaps before it; no link is asked', async () => {
		const host = await listening();
		await ask();
		const second = Math.floor(Number(simulator().outbox.at(-1)?.at) / 1_000);
		passes((second - 1) * 1_000 - Date.now());
		expect(await write(host, 'ok')).toEqual(started('ok'));
		expect(server().posted).toEqual([]);
	});

	test('what opts out answers no question, whatever word does, and starts nothing', async () => {
		const host = await listening({ options: { optOutWords: 'arrêt' } });
		await ask({ responseType: 'freeText' });
		expect([await write(host, '*Stop*'), await write(host, 'Arrêt.')]).toEqual([[], []]);
		expect([server().posted, simulator().requests.length]).toEqual([[], 1]);
	});

	test.each([
		'Loved “Deploy <b>now</b>?”',
		'Liked “Deploy <b>now</b>?”',
		'Removed a like from “Deploy <b>now</b>?”',
		'Liked “…”',
		'Liked an image',
		'Le encantó “Deploy <b>now</b>?”',
		'Polubiono „Deploy <b>now</b>?”',
	])('a tapback: %s', async (text) => {
		const host = await listening();
		await ask({ responseType: 'freeText' });
		expect(await write(host, text)).toEqual(started(text));
		expect(server().posted).toEqual([]);
	});

	test('the page was used before: the link is asked once only', async () => {
		const host = await listening();
		const link = await ask();
		await server().press(link, { decision: 'decline', 'field-0': '' });
		expect(await write(host, 'yes')).toEqual(started('yes'));
		expect(await write(host, 'yes')).toHaveLength(2);
		expect(server().posted).toHaveLength(1);
		expect(server().dataOf(link)).toEqual({ approved: false, respondedAt, respondedIn: 'page' });
	});

	test('the page of the newest was used: the next message answers the one before it, not one that may be meant for that page', async () => {
		const host = await listening();
		const [first, second] = [await ask(), await ask()];
		await server().press(second, { decision: 'approve' });
		expect(await write(host, 'yes')).toEqual(started('yes'));
		expect(server().dataOf(first)).toBeUndefined();
		expect(await write(host, 'yes')).toHaveLength(1);
		expect(server().dataOf(first)).toEqual({ approved: true, ...inChat });
	});

	const deleteAll = async (link: string) => await sendElse(`Delete all?\n\n${link}`);

	test.each<[string, (host: MessageHost) => Promise<unknown>, string?]>([
		['a stranger writes "yes"', async () => {}, '+12025550160'],
		['something else was written after the question', async () => await sendElse('Would you like a coffee?')],
		[
			'the person quotes the question and its link',
			async (host) => {
				const question = String(simulator().outbox.at(-1)?.message);
				await sendElse('Hello');
				await write(host, question);
			},
		],
		[
			'the link in the conversation is that of another n8n',
			async () => await deleteAll(lastLink().replace(/127\.0\.0\.1:\d+/, 'n8n.example')),
		],
		[
			'the link has the origin of this n8n and another path',
			async () => await deleteAll(lastLink().replace('/webhook-waiting/', '/webhook-waiting-not/')),
		],
		[
			'the link leads elsewhere by its dot segments',
			async () => await deleteAll(lastLink().replace('/webhook-waiting/', '/webhook-waiting/../webhook/')),
		],
	])('%s; no link is asked', async (_, happens, from = person) => {
		const host = await listening();
		const link = await ask();
		await happens(host);
		expect((await write(host, 'yes', { from })).slice(-1)).toEqual(started('yes'));
		expect(server().posted).toEqual([]);
		expect(server().dataOf(link)).toBeUndefined();
	});

	test('a long text that begins many links holds n8n up for no time', async () => {
		const host = await listening();
		await sendElse(`${'http://'.repeat(20_000)} and so on`);
		expect(await soon(1_500, async () => await write(host, 'yes'))).toEqual(started('yes'));
	});

	test('the time to answer is over, also before n8n ends the wait', async () => {
		const host = await listening();
		const limitWaitTime = {
			values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'minutes' },
		};
		const link = await ask({ options: { limitWaitTime } });
		passes(121_000);
		expect(await write(host, 'yes')).toEqual(started('yes'));
		expect(await write(host, 'yes')).toHaveLength(2);
		expect([server().posted.length, server().dataOf(link)]).toEqual([1, undefined]);
	});

	test('the question was asked with another access token', async () => {
		const host = await listening({}, 'demo-token-no-intelligence');
		const link = await ask();
		await write(host, 'yes');
		expect([server().posted.length, server().dataOf(link)]).toEqual([1, undefined]);
	});

	test('n8n does not answer in its time', async () => {
		const host = await listening();
		await ask();
		server().isSilent = true;
		expect(await write(host, 'yes')).toEqual(started('yes'));
	});

	test.each<[string, 'imessage' | 'whatsapp', () => void, RegExp]>([
		[
			'the provider has no conversations',
			'imessage',
			() => simulator().set({ publicMaterial: false }),
			/does not offer conversations \(404\)/,
		],
		[
			'the provider fails',
			'imessage',
			() => simulator().fault({ kind: 'status', status: 500 } as never),
			/\(500\)/,
		],
		['WhatsApp', 'whatsapp', () => {}, /over WhatsApp cannot be read/],
	])('%s; the run says so', async (_, channel, breaks, hint) => {
		const host = await listening();
		breaks();
		simulator().write({ from: person, to: leased.imessage, text: 'yes', channel });
		await simulator().webhook.settled();
		expect(await host.items()).toHaveLength(1);
		expect(host.executions[0]?.hints('Trigger')).toEqual([expect.stringMatching(hint)]);
	});
});

test('what is asked of the link holds no credential, and its answer cannot be made without one', async () => {
	const host = await listening();
	const link = await ask();
	const proven = typedAnswer(demoToken, new URL(link).searchParams.get('signature'), person, 'yes');
	for (const forged of [{ proof: '0'.repeat(64) }, { from: '+12025550160' }, { typed: 'no' }]) {
		await server().press(link, { ...proven, ...forged });
		expect(server().dataOf(link)).toBeUndefined();
	}
	await write(host, 'yes');
	const [posted] = server().posted;
	expect(posted?.headers.authorization).toBeUndefined();
	expect(JSON.stringify(posted)).not.toMatch(new RegExp(`${demoToken}|${demoWebhookSecret}`));
	expect(posted?.url.startsWith(waiting.url)).toBe(true);
});

test('one request for each message, and none for events that are no message', async () => {
	const host = await listening({ events: ['any'] });
	await write(host, 'Hello');
	await sendElse('Hello');
	const asked = simulator().requests.filter(({ method }) => method === 'GET');
	expect(asked).toHaveLength(1);
});
