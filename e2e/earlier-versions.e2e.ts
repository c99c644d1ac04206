import type { INode, INodeParameters } from 'n8n-workflow';
import { fromList } from '../test/support/locators';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/n8n-session';
import { leased, serviceCredential, useSimulator } from './support/simulated-service';
import { itemsThrough, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const recipient = '+12025550199';

async function output(
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): Promise<unknown[]> {
	const credential = await serviceCredential(n8n, simulator().url);
	const { id } = await n8n.workflows.import(itemsThrough(type, parameters, [{}], settings), [credential]);
	const execution = await n8n.execute(id);
	expect(failureOf(execution)).toBeUndefined();
	return jsonOf(execution, underTest);
}

describe('a workflow that was saved with version 1 of a node does what it did', () => {
	const settings = { typeVersion: 1 };

	test('Numbers without a stored operation: failover for all', async () => {
		const number = leased.imessage;
		const failover = { enabled: true, mode: 'all', numbers: [] };
		expect(await output('phoneServiceNumbers', { number }, settings)).toEqual([{ number, failover }]);
		expect(simulator().requests).toMatchObject([
			{ operationId: 'configureNumber', body: { failover: { enabled: true, mode: 'all' } } },
		]);
	});

	test('Messaging with fast track in its old place', async () => {
		const message = { to: recipient, message: 'Hello', from: leased.imessage };
		await output(
			'phoneServiceMessaging',
			{ operation: 'sendImessage', ...message, fastTrack: true },
			settings,
		);
		expect(simulator().requests).toMatchObject([
			{ operationId: 'sendImessage', body: { ...message, fast_track: true } },
		]);
	});
});

test('a number that was chosen from the list is the one that is asked for', async () => {
	const number = leased.immediate;
	const read = { operation: 'getCallForwarding', number: fromList(number, 'Reception') };
	expect(await output('phoneServiceNumbers', read)).toMatchObject([{ number }]);
	expect(simulator().requests).toMatchObject([{ operationId: 'getCallForwarding' }]);
});
