import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Expression, type INodeParameters } from 'n8n-workflow';

import { signature, signatureHeader } from '../../simulator/webhook-events';
import { eventOf, keywords, wrongSignatures } from '../support/incoming-events';
import { severalNumbers } from '../support/locators';
import { textOf } from '../../scripts/project-root';
import { useMessageHosts, type MessageHost } from '../support/message-host';

const host = useMessageHosts();

const common = { event_id: expect.stringMatching(/^evt_/), received_at: '2026-09-21T14:13:21.000Z' };
const person = '+12025550123';
const ours = '+14155550100';
const image = { url: 'https://a.example/1.jpg', mime: 'image/jpeg', filename: '1.jpg' };
const ofNoKind = { url: image.url, mime: null, filename: null };

function received(channel: string, text = 'Hello', attachments: object[] = []) {
	const sessionId = `${channel}:${ours}:${person}`;
	const event = 'messageReceived';
	const said = { text, reaction: null, attachments, chatInput: text };
	return { event, channel, from: person, to: ours, ...said, sessionId };
}

const about = { message_id: 'text_1' };

function delivery(event: string, channel: string, error: unknown = null) {
	return { event, channel, from: person, to: ours, message_id: 'text_1', error };
}

const substituted = {
	original_number: ours,
	used_number: '+14155550101',
	reason: 'requested_unavailable_random_used',
};

/** The items that a trigger makes of events, each of which it answers with 200. */
async function itemsOf(parameters: INodeParameters, ...events: object[]) {
	const started = await host(parameters);
	for (const event of events) {
		const { status, data } = await started.post(event);
		expect([status, data.message]).toEqual([200, expect.stringMatching(/^Event /)]);
	}
	return await started.json();
}

/** The provider's pages contradict each other about the names of events: either way starts the workflow. */
describe('an event starts the workflow with one flat item', () => {
	test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['imessage.incoming', { attachments: [image] }, received('imessage', 'Hello', [image])],
		['imessage.incoming', { attachments: undefined }, received('imessage')],
		['text.incoming.sms', { attachments: undefined }, received('text')],
		[
			'text.incoming.mms',
			{ body: '', attachments: [{ url: image.url }, 'no', { url: 1 }] },
			{ ...received('text', '', [ofNoKind]), chatInput: `[attachment: ${image.url}]` },
		],
		[
			'imessage.incoming',
			{ attachments: [image.url, image, '', null, 7] },
			received('imessage', 'Hello', [ofNoKind, image]),
		],
		['imessage.incoming', { attachments: image.url }, received('imessage', 'Hello', [ofNoKind])],
		['imessage.incoming', { attachments: image }, received('imessage', 'Hello', [image])],
		[
			'whatsapp.incoming',
			{ body: undefined, message: 'Hi', timestamp: 1_790_000_001_000 },
			received('whatsapp', 'Hi'),
		],
		['communications.incoming.imessage', {}, received('imessage')],
		['communications.incoming.sms', {}, received('text')],
		['communications.incoming.mms', {}, received('text')],
		['communications.incoming.rcs', {}, received('text')],
		['text.incoming.rcs', {}, received('text')],
		['text.delivery.confirmed', about, delivery('deliveryConfirmed', 'text')],
		[
			'text.delivery.confirmed',
			{ ...about, from: ours, to: person },
			{ ...delivery('deliveryConfirmed', 'text'), from: ours, to: person },
		],
		['imessage.delivery.confirmed', about, delivery('deliveryConfirmed', 'imessage')],
		[
			'text.delivery.failed',
			{ ...about, error: 'The number is not in service' },
			delivery('deliveryFailed', 'text', 'The number is not in service'),
		],
		['text.delivery.failed', { ...about, error: 30003 }, delivery('deliveryFailed', 'text', 30003)],
		['text.delivery.failed', { ...about, error: 0 }, delivery('deliveryFailed', 'text', 0)],
		[
			'text.delivery.failed',
			{ ...about, error: { code: 30003, reason: 'unreachable' } },
			delivery('deliveryFailed', 'text', { code: 30003, reason: 'unreachable' }),
		],
		[
			'text.delivery.failed',
			{ ...about, message_id: 17, error: null },
			{ ...delivery('deliveryFailed', 'text'), message_id: 17 },
		],
		[
			'numbers.substitution',
			{ ...about, ...substituted },
			{ event: 'senderChanged', ...substituted, message_id: 'text_1' },
		],
		[
			'email.incoming',
			{ subject: 'Hi' },
			{ event: 'other', data: expect.objectContaining({ subject: 'Hi', body: 'Hello' }) },
		],
	])('%s %j', async (type, data, item) => {
		expect(await itemsOf({ events: ['any'] }, eventOf(data, type))).toEqual([{ type, ...common, ...item }]);
	});

	test('what has another type than documented is null, and the message is not lost', async () => {
		const data = { from: 5, to: null, body: { text: 1 }, attachments: 'none', timestamp: 'now' };
		expect(await itemsOf({}, { ...eventOf(data), timestamp: 'now', further: 1 })).toEqual([
			{
				...common,
				event: 'messageReceived',
				type: 'imessage.incoming',
				received_at: null,
				channel: 'imessage',
				from: null,
				to: null,
				text: '',
				reaction: null,
				attachments: [],
				chatInput: '',
				sessionId: 'imessage:unknown:unknown',
			},
		]);
	});

	test.each([true, 'TRUE'])('Include Whole Event adds it as it came: %j', async (includeWholeEvent) => {
		const event = eventOf({ further: { deep: [1] } });
		expect(await itemsOf({ options: { includeWholeEvent } }, event)).toMatchObject([{ whole_event: event }]);
	});
});

test.each<[string, INodeParameters, string, number]>([
	['messages, by default', {}, 'text.incoming.sms', 1],
	['messages, by default', {}, 'text.delivery.confirmed', 0],
	['chosen events', { events: ['deliveryFailed', 'senderChanged'] }, 'text.delivery.failed', 1],
	['chosen events', { events: ['deliveryFailed', 'senderChanged'] }, 'text.incoming.sms', 0],
	['chosen channels', { options: { channels: ['whatsapp'] } }, 'whatsapp.incoming', 1],
	['chosen channels', { options: { channels: ['whatsapp'] } }, 'imessage.incoming', 0],
	['chosen numbers', { numbers: severalNumbers('+14155550100') }, 'imessage.incoming', 1],
	['chosen numbers', { numbers: severalNumbers('+14155550101') }, 'imessage.incoming', 0],
])(
	'only events that the trigger waits for start the workflow, the others are answered with 200: %s, %j, %s',
	async (_, parameters, type, executions) => {
		expect(await itemsOf(parameters, eventOf({}, type))).toHaveLength(executions);
	},
);

describe('opt-outs and opt-ins are events of their own', () => {
	const chosen = { events: ['messageReceived', 'optOut', 'optIn'] };
	test.each<[string, string, INodeParameters]>([
		['STOP', 'optOut', chosen],
		['END', 'optOut', { events: ['any'] }],
		['Arrêt', 'optOut', { ...chosen, options: { optOutWords: 'arrêt, stopp' } }],
		['Start', 'optIn', chosen],
		['Stop by at 8', 'messageReceived', chosen],
		['Arrêt', 'messageReceived', chosen],
		['START', 'messageReceived', { events: ['messageReceived', 'optOut'] }],
	])('%s is %s with %j', async (body, event, parameters) => {
		expect(await itemsOf(parameters, eventOf({ body }))).toMatchObject([{ event, text: body, from: person }]);
	});

	test('no spelling of them starts anything where Message Received is chosen without Opt-Out', async () => {
		const events = keywords.optOut.map((body) => eventOf({ body }));
		expect(await itemsOf({}, ...events)).toEqual([]);
		expect(await itemsOf({ events: ['messageReceived', 'optIn'] }, ...events)).toEqual([]);
	});

	test('a word of the user starts nothing, and a photo without a text is a message', async () => {
		const events = ['Arrêt', '', '.'].map((body) => eventOf({ body, attachments: [image] }));
		const items = await itemsOf({ options: { optOutWords: 'arrêt' } }, ...events);
		expect(items.map(({ text }) => text)).toEqual(['', '.']);
	});

	test('a trigger for them alone leaves other messages out', async () => {
		const events = ['STOP', 'Hello', 'START'].map((body) => eventOf({ body }));
		expect(await itemsOf({ events: ['optOut'] }, ...events)).toMatchObject([{ event: 'optOut' }]);
	});
});

test('an event that is from the number that it is to starts nothing', async () => {
	const events = ['imessage.incoming', 'text.delivery.failed', 'email.incoming'].map((type) =>
		eventOf({ from: ours, to: ours }, type),
	);
	expect(await itemsOf({ events: ['any'], options: { answerOpenQuestions: true } }, ...events)).toEqual([]);
});

describe('a request that the service has not signed is refused with 401 and starts nothing', () => {
	const minutes = 60_000;
	const body = JSON.stringify(eventOf());

	test.each(wrongSignatures(body))('%s', async (_, headers) => {
		const started = await host();
		const { status, data } = await started.post(Buffer.from(body), headers);
		expect(status).toBe(401);
		expect(data.message).toMatch(/secret|signature/);
		expect(JSON.stringify(data)).not.toContain('whsec');
		expect(await started.items()).toEqual([]);
	});

	test.each([4 * minutes, -4 * minutes])('within five minutes either way it is taken: %d ms', async (off) => {
		const started = await host();
		const headers = { [signatureHeader]: signature(body, undefined, Date.now() + off) };
		expect((await started.post(Buffer.from(body), headers)).status).toBe(200);
	});

	test('the example of docs/conversations.md is taken', async () => {
		const started = await host();
		const [, example = ''] = /```sh\n([^]*?)```/.exec(textOf('docs/conversations.md')) ?? [];
		const script = example.replace(/url=\S+/, `url=${started.url}`);
		const { stdout } = await promisify(execFile)('sh', ['-c', script]);
		expect(JSON.parse(stdout)).toEqual({ message: 'Event received' });
		expect(await started.json()).toMatchObject([{ event_id: 'evt_1', text: 'Hello' }]);
	});

	test('the header is another one where the option says so', async () => {
		const started = await host({ options: { signatureHeader: ' X-Signed ' } });
		expect((await started.post(Buffer.from(body), { 'X-Signed': signature(body) })).status).toBe(200);
		expect((await started.post(Buffer.from(body))).status).toBe(401);
	});

	/** What is answered to a new event that is signed with this secret. */
	async function postSigned(to: MessageHost, secret: string) {
		const event = JSON.stringify(eventOf());
		return await to.post(Buffer.from(event), { [signatureHeader]: signature(event, secret) });
	}

	test('during a rotation both secrets are taken; without one, none', async () => {
		const credential = { accessToken: 'token', baseUrl: 'http://127.0.0.1:9' };
		const both = await host({}, { credential: { ...credential, webhookSecret: 'old_secret , new_secret' } });
		for (const secret of ['old_secret', 'new_secret'])
			expect((await postSigned(both, secret)).status).toBe(200);
		const none = await host({}, { credential: { ...credential, webhookSecret: ' ' } });
		expect((await postSigned(none, '')).data.message).toContain('no webhook secret');
	});

	test('while the service changes its secret, one of two signatures is enough, whichever it is', async () => {
		const credential = { accessToken: 'token', baseUrl: 'http://127.0.0.1:9', webhookSecret: 'new_secret' };
		const started = await host({}, { credential });
		const statusOf = async (...secrets: string[]) => {
			const event = JSON.stringify(eventOf());
			const [first = '', ...others] = secrets.map((secret) => signature(event, secret));
			const header = [first, ...others.map((one) => one.split(',')[1])].join(',');
			return (await started.post(Buffer.from(event), { [signatureHeader]: header })).status;
		};
		expect(await statusOf('old_secret', 'new_secret')).toBe(200);
		expect(await statusOf('new_secret', 'old_secret')).toBe(200);
		expect(await statusOf('old_secret', 'older_secret')).toBe(401);
	});

	test('a new secret counts after a second, and one that was removed for one at most', async () => {
		const credential = { accessToken: 'token', baseUrl: 'http://127.0.0.1:9', webhookSecret: 'first' };
		const started = await host({}, { credential });
		const statusOf = async (secret: string) => (await postSigned(started, secret)).status;
		const begun = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
		expect(await statusOf('first')).toBe(200);
		credential.webhookSecret = 'second';
		clock.mockReturnValue(begun + 1_500);
		expect([await statusOf('second'), await statusOf('first')]).toEqual([200, 401]);
	});

	/** A trigger with the secret `secret`, and how often its credential was read. */
	async function countedReads() {
		const read = jest.fn(() => 'secret');
		const credential = { accessToken: 'token', baseUrl: 'http://127.0.0.1:9' };
		Object.defineProperty(credential, 'webhookSecret', { get: read, enumerable: true });
		return { started: await host({}, { credential }), read };
	}

	test('requests without a signature of now cost no reading of the credential, and others with a wrong one at most one a second', async () => {
		const { started, read } = await countedReads();
		const bytes = Buffer.from(body);
		const earlier = signature(body, 'secret', Date.now() - 6 * minutes);
		for (const headers of [{}, { [signatureHeader]: 't=1' }, { [signatureHeader]: earlier }]) {
			expect((await started.post(bytes, headers)).status).toBe(401);
		}
		expect(read).not.toHaveBeenCalled();
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		const wrong = Array.from({ length: 50 }, async () => (await postSigned(started, 'wrong')).status);
		expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
		expect(read).toHaveBeenCalledTimes(1);
	});
});

describe('once', () => {
	test('20 equal events at the same instant start one execution', async () => {
		const started = await host();
		const event = eventOf();
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await started.post(event)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		expect(await started.items()).toHaveLength(1);
		expect((await started.post(event)).data.message).toBe('Event received before');
	});

	test('two triggers have the same event once each', async () => {
		const [one, other] = [await host(), await host()];
		const event = eventOf();
		await Promise.all([one.post(event), other.post(event)]);
		expect([await one.json(), await other.json()].map((items) => items.length)).toEqual([1, 1]);
	});
});

test("a request gives n8n's engine for expressions back before its execution is stored; one that the editor listens for keeps it", async () => {
	const released = jest.spyOn(Expression.prototype, 'releaseIsolate');
	const callsFor = async (started: MessageHost) => {
		const before = released.mock.calls.length;
		await started.post(eventOf());
		await started.items();
		return released.mock.calls.length - before;
	};
	const ofExecution = await callsFor(await host({}, { mode: 'manual' }));
	expect(await callsFor(await host())).toBe(ofExecution + 1);
});
