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
		const own = (await get(`/numbers/${inPath(leased.imessage)}`)).data.data;
		expect(own).toMatchObject({ status: 'leased', lease_status: 'active' });
		const other = (await get(`/numbers/${inPath(ordinary)}`)).data.data;
		expect(other).toMatchObject({ status: 'unavailable', location: { country: 'US' } });
		expect(other).not.toHaveProperty('lease_id');
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
