import axios from 'axios';
import { startSimulator } from '../../simulator/simulator';
import { defaultSettings } from '../../simulator/settings';
import { leased } from '../support/leased-numbers';
import { recipient } from '../support/operations';
import { acceptedRequest, get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

function admin() {
	return axios.create({ baseURL: `${simulator().url}/admin`, validateStatus: () => true });
}

describe('the admin address', () => {
	test('answers what was recorded, as the simulator itself does', async () => {
		await acceptedRequest('sendImessage');
		await get(`/intelligence/${inPath(ordinary)}`);
		await post('/nowhere');
		const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
		expect((await admin().get('/requests')).data).toEqual(plain(simulator().requests));
		expect((await admin().get('/outbox')).data).toEqual(plain(simulator().outbox));
		expect((await admin().get('/violations')).data).toEqual(plain(simulator().violations));
		expect((await admin().get('/state')).data).toMatchObject({
			counts: { requests: 3, outbox: 1, violations: 1, lookups: 1 },
			lookups: [{ record: { number: ordinary } }],
			numbers: expect.arrayContaining([
				expect.objectContaining({
					number: leased.queued,
					call_forwarding: expect.objectContaining({ enabled: true }),
				}),
			]),
		});
	});

	test('its own requests are not requests of the service', async () => {
		await admin().get('/state');
		expect(simulator().requests).toEqual([]);
	});

	test('a reset forgets everything', async () => {
		simulator().fault({ kind: 'status', status: 500, times: 0 });
		simulator().set({ forwardingDelayMs: 1 });
		simulator().changeForwarding(leased.immediate, null);
		await acceptedRequest('sendImessage');
		const { data } = await admin().post('/reset');
		expect(data).toMatchObject({
			counts: { requests: 0, outbox: 0, violations: 0, lookups: 0 },
			faults: [],
			settings: { forwardingDelayMs: defaultSettings.forwardingDelayMs },
		});
		expect((await acceptedRequest('getCallForwarding')).data.data.call_forwarding.enabled).toBe(true);
	});

	test('faults are added, listed and ended', async () => {
		const { status, data } = await admin().post('/faults', [
			{ kind: 'status', status: 503, retryAfter: 2, times: 0, match: { operationId: 'sendImessage' } },
			{ kind: 'latency', ms: 1, match: { number: recipient } },
		]);
		expect(status).toBe(200);
		expect(data).toMatchObject([
			{ left: null, effect: { kind: 'status', status: 503, retryAfter: 2 } },
			{ left: 1, effect: { kind: 'latency', ms: 1 } },
		]);
		expect((await acceptedRequest('sendImessage')).status).toBe(503);
		expect((await admin().get('/faults')).data).toMatchObject([{ struck: 1 }, { struck: 1, left: 0 }]);
		await admin().delete('/faults');
		expect((await acceptedRequest('sendImessage')).status).toBe(200);
	});

	test.each([
		{},
		{ kind: 'explode' },
		{ kind: 'status' },
		{ kind: 'status', status: '500' },
		{ kind: 'status', status: 200 },
		{ kind: 'latency' },
		{ kind: 'redirect', status: 200, location: '/' },
		{ kind: 'html', times: -1 },
		{ kind: 'html', match: { operationId: 'unknown' } },
		{ kind: 'html', further: true },
	])('the fault %j is refused', async (order) => {
		const { status, data } = await admin().post('/faults', order);
		expect(status).toBe(400);
		expect(data.message).toMatch(/^body/);
	});

	test('settings change, and others stay', async () => {
		const { data } = await admin().put('/settings', { forwarding: 'queued', forwardingDelayMs: 5 });
		expect(data).toEqual({ ...simulator().settings, forwarding: 'queued', forwardingDelayMs: 5 });
		expect(data.lookupRate).toBe(false);
	});

	test.each([{ latencyMs: '5' }, { latencyMs: -1 }, { forwarding: 'never' }, { unknown: true }])(
		'the settings %j are refused',
		async (settings) => {
			expect((await admin().put('/settings', settings)).status).toBe(400);
		},
	);

	test('forwarding changes from outside', async () => {
		const path = `/numbers/${inPath(leased.whatsapp)}/call_forwarding`;
		const { data } = await admin().put(path, { to: null, delayMs: 60_000 });
		expect(data.call_forwarding).toMatchObject({ status: 'queued', enabled: true });
		expect((await admin().put(`/numbers/${inPath(ordinary)}/call_forwarding`, { to: null })).status).toBe(
			404,
		);
		expect((await admin().put(path, { to: 'nobody' })).status).toBe(400);
		expect(() => simulator().changeForwarding(ordinary, null)).toThrow(ordinary);
	});
});

describe('starting and stopping', () => {
	test('several simulators know nothing of each other', async () => {
		const other = await startSimulator({ settings: { latencyMs: 1 } });
		await acceptedRequest('sendImessage');
		expect(other.url).not.toBe(simulator().url);
		expect(other.outbox).toEqual([]);
		expect(other.settings).toEqual({ ...defaultSettings, latencyMs: 1 });
		await other.stop();
	});

	test('a stopped simulator answers nothing more and ends waiting requests', async () => {
		const other = await startSimulator();
		other.fault({ kind: 'timeout' });
		const waiting = axios.get(`${other.url}/facetime/availability/guest@example.com`);
		const outcome = expect(waiting).rejects.toMatchObject({ code: 'ECONNRESET' });
		while (other.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await other.stop();
		await outcome;
		await expect(axios.get(other.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	});

	test('a port in use is refused', async () => {
		const port = Number(new URL(simulator().url).port);
		await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
