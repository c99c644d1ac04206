import { lapsedLeases } from '../../simulator/accounts';
import { leased } from '../support/leased-numbers';
import { get, inPath, ordinary, post, useSimulator } from './support';

useSimulator();

interface Listed {
	id: string;
	capabilities: { channels: string[] };
	lease_status: string;
}

async function listed(token?: string): Promise<Listed[]> {
	return (await get('/numbers/leased', token)).data.data.numbers;
}

describe('public material: the leased numbers', () => {
	test('are listed with their channels and the status of their lease', async () => {
		const { data } = await get('/numbers/leased');
		expect(data.data.leased).toBe(13);
		expect(data.data.numbers).toHaveLength(13);
		expect(data.data.numbers[0]).toEqual({
			id: leased.whatsapp,
			status: 'leased',
			number: { e164: leased.whatsapp, formatted: '(415) 555-0100' },
			capabilities: { channels: ['imessage', 'whatsapp', 'sms', 'mms', 'rcs'] },
			health: expect.any(Object),
			lease_id: 'lease_14155550100',
			lease_status: 'active',
			billing: expect.any(Object),
		});
	});

	test('are those of the caller', async () => {
		const channels = (await listed('demo-token-no-whatsapp')).flatMap(
			(number) => number.capabilities.channels,
		);
		expect(channels).toContain('imessage');
		expect(channels).not.toContain('whatsapp');
		expect(await listed('demo-token-no-numbers')).toEqual([]);
	});

	test.each(lapsedLeases)('$number is listed as $status and leased for nothing else', async (lease) => {
		const { number: from, status, channels } = lease;
		expect((await listed()).find(({ id }) => id === from)?.lease_status).toBe(status);
		const path = channels.includes('imessage') ? '/send/imessage' : '/send/whatsapp';
		expect((await post(path, { to: ordinary, message: 'Hello', from })).status).toBe(403);
		expect((await get(`/numbers/lease/${inPath(from)}/call_forwarding`)).status).toBe(403);
	});

	test('one number is leased, with its lease, or unavailable', async () => {
		expect((await get(`/numbers/${inPath(leased.imessage)}`)).data.data).toMatchObject({
			id: leased.imessage,
			status: 'leased',
			lease_status: 'active',
			capabilities: { channels: ['imessage', 'sms', 'mms', 'rcs'] },
		});
		const { data } = (await get(`/numbers/${inPath(ordinary)}`)).data;
		expect(data).toMatchObject({ status: 'unavailable', location: { country: 'US' } });
		expect(data).not.toHaveProperty('lease_id');
	});
});

describe('sections 2.4 and 4.2: failover configuration', () => {
	const untouched = { enabled: false, mode: 'all', numbers: [] };
	const selective = { enabled: true, mode: 'selective', numbers: [leased.queued, leased.sms] };

	async function configured(body: object) {
		return (await post(`/numbers/${inPath(leased.whatsapp)}/configure`, body)).data.data;
	}

	test.each([
		['an empty object', {}, untouched],
		['a property that the document does not show', { label: 'Front desk' }, untouched],
		['failover for all', { failover: { enabled: true, mode: 'all' } }, { ...untouched, enabled: true }],
		['failover for some', { failover: selective }, selective],
		['enabled alone', { failover: { enabled: true } }, { ...untouched, enabled: true }],
	])('%s holds from then on', async (_what, body, failover) => {
		expect(await configured(body)).toEqual({ number: leased.whatsapp, failover });
		expect(await configured({})).toEqual({ number: leased.whatsapp, failover });
	});

	test('fields that are left out keep their values', async () => {
		await configured({ failover: selective });
		const { failover } = await configured({ failover: { enabled: false } });
		expect(failover).toEqual({ ...selective, enabled: false });
	});
});
