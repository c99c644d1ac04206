import { lapsedLeases } from '../../simulator/accounts';
import { leased } from '../support/leased-numbers';
import { get, inPath, ordinary, post, useSimulator } from './support';

useSimulator();

test.each(lapsedLeases)(
	'public material: $number is listed as $status and leased for nothing else',
	async (lease) => {
		const { number: from, status, channels } = lease;
		const { numbers } = (await get('/numbers/leased')).data.data;
		expect(numbers).toContainEqual(expect.objectContaining({ id: from, lease_status: status }));
		const path = channels.includes('imessage') ? '/send/imessage' : '/send/whatsapp';
		expect((await post(path, { to: ordinary, message: 'Hello', from })).status).toBe(403);
		expect((await get(`/numbers/lease/${inPath(from)}/call_forwarding`)).status).toBe(403);
	},
);

describe('sections 2.4 and 4.2: failover configuration', () => {
	const untouched = { enabled: false, mode: 'all', numbers: [] };
	const selective = { enabled: true, mode: 'selective', numbers: [leased.queued, leased.sms] };

	async function configured(body: object) {
		return (await post(`/numbers/${inPath(leased.whatsapp)}/configure`, body)).data.data;
	}

	test.each([
		['an empty object', {}, untouched],
		['a property that the document does not show', { label: 'Front desk' }, untouched],
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
