import type { INodeParameters } from 'n8n-workflow';
import { serviceOperations, type NodeOperationId } from '../../nodes/shared/contract/contract';
import { failureOf, jsonOf } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/n8n-session';
import { leased, requestsMade, serviceCredential, useSimulator } from '../support/simulated-service';
import { calledWithItems } from '../support/test-workflow';
import { CalledWorkflow } from './called-workflow';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers();

const recipient = '+12025550199';

/** A valid call of each operation: the node and its parameters. */
const calls: Record<NodeOperationId, [type: string, parameters: INodeParameters]> = {
	sendImessage: ['phoneServiceMessaging', { to: recipient, message: 'Hello' }],
	sendWhatsapp: ['phoneServiceMessaging', { to: recipient, whatsappMessage: 'Hello' }],
	lookUpNumber: ['phoneServiceIntelligence', { number: recipient }],
	disableCallForwarding: ['phoneServiceNumbers', { number: leased.forwarded }],
	enableCallForwarding: ['phoneServiceNumbers', { number: leased.imessage, enableTo: recipient }],
	getCallForwarding: ['phoneServiceNumbers', { number: leased.forwarded }],
	configureNumber: ['phoneServiceNumbers', { number: leased.imessage }],
	applyForEntitlement: ['phoneServiceEntitlements', { entitlement: 'fast_track' }],
	checkFaceTimeAvailability: ['phoneServiceFaceTime', { to: recipient }],
};

test('there is a call of every operation of the service that a node offers', () => {
	const offered = Object.entries(serviceOperations).filter(([, operation]) => !('panel' in operation));
	expect(Object.keys(calls).sort()).toEqual(offered.map(([id]) => id).sort());
});

test.each(Object.entries(calls))(
	'a worker makes the request of %s and its answer comes out',
	async (operation, [type, parameters]) => {
		const credential = await serviceCredential(n8n, simulator().url);
		const workflow = await CalledWorkflow.published(n8n, credential, (path) =>
			calledWithItems(path, type, { operation, ...parameters }),
		);
		const execution = await n8n.executions.ended(await workflow.call({ items: [{}] }));
		expect(failureOf(execution)).toBeUndefined();
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(await workers.workerOf(execution.id)).toMatch(/^worker-/);
		expect(requestsMade(simulator())).toMatchObject([
			{ operationId: operation, authorization: 'ok', answeredStatus: 200 },
		]);
		expect(jsonOf(execution, 'Good')).toHaveLength(1);
	},
);
