/** What people rely on who try the nodes with the simulator, and what the other tests rely on: it is as strict as the service. */
import axios, { type AxiosError } from 'axios';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { demoToken, lapsedLeases } from '../simulator/accounts';
import type { BreakingEffect } from '../simulator/faults';
import { magicAddresses } from '../simulator/magic-numbers';
import { operations } from '../simulator/operations';
import { pass, useFakeClock } from './support/clock';
import { leased } from './support/leased-numbers';
import { useMessageHosts } from './support/message-host';
import { runSimulator, simulator } from './support/simulator-of-file';

runSimulator({ lookupRate: false, sendRate: false });

const ordinary = '+12065550133';
const ourNumber = leased.whatsapp;
const inPath = encodeURIComponent;

function caller(token = demoToken) {
	const headers = { Authorization: `Bearer ${token}` };
	return axios.create({ baseURL: simulator().url, headers, validateStatus: () => true, timeout: 20_000 });
}

const admin = () => axios.create({ baseURL: `${simulator().url}/admin`, validateStatus: () => true });

async function send(channel: string, body: object = {}) {
	return await caller().post(`/send/${channel}`, { to: ordinary, message: 'Hello', ...body });
}

test('an answer of the simulator that does not match the document is answered 500 and recorded', async () => {
	jest.spyOn(operations, 'checkFaceTimeAvailability').mockReturnValue({ available: 'yes' });
	expect((await caller().get(`/facetime/availability/${inPath(ordinary)}`)).status).toBe(500);
	expect(simulator().violations).toMatchObject([{ side: 'response' }]);
});

const message = { to: ordinary, message: 'Hello' };

test.each<[status: number, path: string, body: object | undefined, token?: string]>([
	[400, '/send/imessage', { message: 'Hello' }],
	[400, '/send/imessage', { ...message, fallback: { when: ['whatsapp_fails'] } }],
	[400, '/send/whatsapp', { ...message, to: 'guest@example.com' }],
	[400, '/entitlements/lease', {}],
	[400, `/numbers/${inPath(ourNumber)}/configure`, { failover: { enabled: true, mode: 'selective' } }],
	[403, '/send/imessage', { ...message, from: leased.notLeased }],
	[403, '/send/imessage', { ...message, from: lapsedLeases[0]?.number }],
	[403, '/send/imessage', { ...message, fallback: { when: ['imessage_fails'], from: leased.notLeased } }],
	[403, `/numbers/lease/${inPath(leased.notLeased)}/call_forwarding/disable`, undefined],
	[403, '/send/imessage', message, 'demo-token-no-numbers'],
	[401, '/send/imessage', message, 'wrong'],
])('%i to POST %s %j', async (...[status, path, body, token]) => {
	expect((await caller(token).post(path, body)).status).toBe(status);
	expect(simulator().outbox).toEqual([]);
	expect(simulator().violations).toHaveLength(status === 400 ? 1 : 0);
});

test('a change of the settings changes only those that it names', async () => {
	const before = simulator().settings;
	simulator().set({ latencyMs: 1 });
	const { data } = await admin().put('/settings', { historyDelayMs: 5 });
	expect(data).toEqual({ ...before, latencyMs: 1, historyDelayMs: 5 });
});

describe('rates', () => {
	useFakeClock();
	beforeEach(() => simulator().set({ lookupRate: true, sendRate: true }));

	/** What so many requests are answered, one after the other. */
	async function statuses(count: number, ask: () => ReturnType<typeof send>): Promise<number[]> {
		const answered: number[] = [];
		while (answered.length < count) answered.push((await ask()).status);
		return answered;
	}
	const burst = [200, 200, 200, 200, 200];

	test('of lookups: one too many waits until the first is a minute old (section 8)', async () => {
		const { requests } = serviceOperations.lookUpNumber.rate;
		const lookUp = async () => await caller().get(`/intelligence/${inPath(ordinary)}`);
		expect(await statuses(1, lookUp)).toEqual([200]);
		await pass(10_000);
		expect(await statuses(requests, lookUp)).toEqual([...Array<number>(requests - 1).fill(200), 429]);
		expect((await lookUp()).headers['retry-after']).toBe('50');
		await pass(49_999);
		expect(await statuses(1, lookUp)).toEqual([429]);
		await pass(1);
		expect(await statuses(2, lookUp)).toEqual([200, 429]);
	});

	test('of each sending number: five at once, then one a second, and fast track lifts it (public material)', async () => {
		const from = (number: string, body = {}) => {
			return async () => await send('imessage', { from: number, ...body });
		};
		expect(await statuses(6, from(ourNumber))).toEqual([...burst, 429]);
		await pass(999);
		expect(await statuses(1, from(ourNumber))).toEqual([429]);
		await pass(1);
		expect(await statuses(2, from(ourNumber))).toEqual([200, 429]);
		expect(await statuses(1, from(leased.imessageOnly))).toEqual([200]);
		expect((await send('whatsapp', { from: ourNumber })).status).toBe(429);
		expect(await statuses(5, from(ourNumber, { fast_track: true }))).toEqual(burst);
	});
});

/** What the caller sees of an effect without a status, and whether the message is in the outbox all the same. */
const effects: Partial<Record<BreakingEffect['kind'], [outcome: string, isProcessed: boolean]>> = {
	resetBefore: ['ECONNRESET', false],
	resetAfter: ['ECONNRESET', true],
	timeout: ['ECONNABORTED', false],
	malformed: ['{"id":', true],
	html: ['<!doct', true],
};

test.each(magicAddresses.filter(({ times, effect }) => effect && !times))(
	'the magic address $number: $outcome',
	async ({ number, effect }) => {
		const [outcome, isProcessed] =
			effect?.kind === 'status'
				? [effect.status, effect.processed]
				: ((effect && effects[effect.kind]) ?? ['response', true]);
		const timeout = effect?.kind === 'timeout' ? 500 : 20_000;
		const seen = await caller()
			.post('/send/imessage', { ...message, to: number }, { timeout })
			.then(({ status, data }) => {
				if (status !== 200) return status;
				return typeof data === 'string' ? data.slice(0, 6) : data.object;
			})
			.catch(({ code }: AxiosError) => code);
		expect(seen).toBe(outcome);
		expect(simulator().outbox).toHaveLength(isProcessed ? 1 : 0);
	},
);

describe('the phone', () => {
	const somebody = { from: ordinary, to: ourNumber };
	const hostOf = useMessageHosts();

	test.each([
		[{}, 'imessage.incoming'],
		[{ channel: 'whatsapp' }, 'whatsapp.incoming'],
		[{ channel: 'text' }, 'text.incoming.sms'],
		[{ channel: 'text', photo: true }, 'text.incoming.mms'],
	])('%j goes to the webhook, signed, as %s, and again when asked for', async (further, type) => {
		const receiver = await hostOf({ events: ['any'] });
		simulator().set({ webhookUrl: receiver.url });
		const { data: event } = await admin().post('/incoming', { ...somebody, text: 'Hello', ...further });
		await simulator().webhook.settled();
		expect(await receiver.json()).toMatchObject([{ type, ...somebody, text: 'Hello', event_id: event.id }]);
		await admin().post(`/events/${event.id}/redeliver`);
		expect(simulator().events[0]?.answers).toMatchObject([
			{ status: 200 },
			{ text: '{"message":"Event received before"}' },
		]);
	});
});
