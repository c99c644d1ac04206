import { operationIds, serviceOf } from '../support/operations';
import { placedOperations } from '../../scripts/interface-document';
import { openApiDocument } from '../../scripts/openapi-document';
import { lapsedLeases } from '../../simulator/accounts';
import { leased } from '../support/leased-numbers';
import { acceptedRequest, get, inPath, post, simulator, useSimulator } from './support';

useSimulator();

interface Listed {
	number: { e164: string };
	capabilities: { channels: string[] };
	lease_status: string;
}

async function listed(token?: string): Promise<Listed[]> {
	return (await get('/numbers/leased', token)).data.data.numbers;
}

describe('public material: the leased numbers', () => {
	test('are listed with their channels and the status of their lease', async () => {
		const { status, data } = await get('/numbers/leased');
		expect(status).toBe(200);
		expect(data).toMatchObject({ object: 'response', data: { leased: 13 } });
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
		const withoutWhatsapp = await listed('demo-token-no-whatsapp');
		expect(withoutWhatsapp.length).toBeGreaterThan(0);
		for (const { capabilities } of withoutWhatsapp) expect(capabilities.channels).not.toContain('whatsapp');
		expect(await listed('demo-token-no-numbers')).toEqual([]);
	});

	test.each(lapsedLeases)('$number is listed as $status and leased for nothing else', async (lease) => {
		expect(await listed()).toContainEqual(
			expect.objectContaining({
				number: expect.objectContaining({ e164: lease.number }),
				lease_status: lease.status,
			}),
		);
		const from = { to: leased.notLeased, message: 'Hello', from: lease.number };
		expect(
			(await post(lease.channels.includes('imessage') ? '/send/imessage' : '/send/whatsapp', from)).status,
		).toBe(403);
		expect((await get(`/numbers/lease/${inPath(lease.number)}/call_forwarding`)).status).toBe(403);
	});
});

describe('a deployment without what is known from public material only', () => {
	const ofPublicMaterial = placedOperations(openApiDocument())
		.filter((operation) => operation['x-source'] === 'public-material')
		.map(({ operationId }) => operationId);
	const absent = operationIds.filter((id) => ofPublicMaterial.includes(serviceOf(id)));

	test('there are such operations', () => {
		expect(absent).toEqual(
			expect.arrayContaining(['listLeasedNumbers', 'getCallForwarding', 'enableCallForwarding']),
		);
	});

	test.each(absent)('answers 404 to %s, which is no violation', async (id) => {
		const operationId = serviceOf(id);
		simulator().set({ publicMaterial: false });
		const { status, data } = await acceptedRequest(id);
		expect(status).toBe(404);
		expect(data).toMatchObject({ object: 'error', data: { error: 'Not Found', status: 404 } });
		expect(simulator().requests).toMatchObject([{ operationId, answeredStatus: 404 }]);
		expect(simulator().violations).toEqual([]);
		simulator().set({ publicMaterial: true });
		expect((await acceptedRequest(id)).status).toBe(200);
	});

	test('has all that stands in the interface document', async () => {
		simulator().set({ publicMaterial: false });
		const present = operationIds.filter((id) => !absent.includes(id));
		for (const id of present) expect((await acceptedRequest(id)).status).toBe(200);
	});
});
