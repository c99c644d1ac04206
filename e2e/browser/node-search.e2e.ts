import { sharedN8n } from '../support/n8n-session';
import { projectPackage } from '../n8n/project-folders';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

const all = [
	'phoneServiceCallForwardingTrigger',
	'phoneServiceConversations',
	'phoneServiceEntitlements',
	'phoneServiceFaceTime',
	'phoneServiceIntelligence',
	'phoneServiceMessaging',
	'phoneServiceNumbers',
];

async function found(search: string): Promise<string[]> {
	const types = await editor().foundNodeTypes(search);
	const prefix = `${projectPackage.name}.`;
	return types.filter((type) => type.startsWith(prefix)).map((type) => type.slice(prefix.length));
}

describe("the node panel's search finds", () => {
	beforeAll(async () => {
		await editor().openNewWorkflow();
	});

	test.each([
		['imessage', 'phoneServiceMessaging'],
		['whatsapp', 'phoneServiceMessaging'],
		['sms', 'phoneServiceMessaging'],
		['lookup', 'phoneServiceIntelligence'],
		['number', 'phoneServiceIntelligence'],
		['facetime', 'phoneServiceFaceTime'],
		['call forwarding', 'phoneServiceCallForwardingTrigger'],
		['failover', 'phoneServiceNumbers'],
		['typing', 'phoneServiceConversations'],
		['entitlement', 'phoneServiceEntitlements'],
	])('for "%s" %s', async (search, type) => {
		expect(await found(search)).toContain(type);
	});

	test('for "facetime" the FaceTime node first', async () => {
		expect((await found('facetime'))[0]).toBe('phoneServiceFaceTime');
	});

	test('for the name of a compatible service all nodes of the package, and nothing else', async () => {
		expect((await found('Contiguity')).sort()).toEqual(all);
		expect(await editor().foundNodeTypes('Contiguity')).toHaveLength(all.length);
	});

	test('for "Phone Service" all nodes of the package, and nothing else', async () => {
		expect((await found('Phone Service')).sort()).toEqual(all);
		expect(await editor().foundNodeTypes('Phone Service')).toHaveLength(all.length);
	});
});

test.each([
	['Phone Service Messaging', 'Send a WhatsApp message', 'Send WhatsApp'],
	['Phone Service Numbers', 'Get call forwarding of a leased number', 'Get Call Forwarding'],
])('%s is added by its action "%s", which chooses the operation %s', async (name, action, operation) => {
	await serviceCredential(n8n, simulator().url);
	await editor().openNewWorkflow();
	const panel = await editor().addNode(name, action);
	expect(await panel.value('Operation')).toBe(operation);
	expect(await panel.markedLabels()).toEqual([]);
});
