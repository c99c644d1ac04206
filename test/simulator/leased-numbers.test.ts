import { leased } from '../support/leased-numbers';
import { inPath, post, useSimulator } from './support';

useSimulator();

describe('sections 2.4 and 4.2: failover configuration', () => {
	async function configured(body: object) {
		return (await post(`/numbers/${inPath(leased.whatsapp)}/configure`, body)).data.data;
	}

	test('fields that are left out keep their values', async () => {
		const selective = { enabled: true, mode: 'selective', numbers: [leased.queued, leased.sms] };
		expect(await configured({ failover: selective })).toEqual({
			number: leased.whatsapp,
			failover: selective,
		});
		const { failover } = await configured({ failover: { enabled: false } });
		expect(failover).toEqual({ ...selective, enabled: false });
	});
});

test('public material: a queued enabling already shows its target', async () => {
	const to = '+12065550177';
	const path = `/numbers/lease/${inPath(leased.queued)}/call_forwarding/enable`;
	const { call_forwarding: forwarding } = (await post(path, { to })).data.data;
	expect(forwarding).toMatchObject({ enabled: true, to, status: 'queued' });
});
