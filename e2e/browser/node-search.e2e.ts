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
		['lookup', 'phoneServiceIntelligence'],
		['facetime', 'phoneServiceFaceTime'],
		['call forwarding', 'phoneServiceCallForwardingTrigger'],
		['failover', 'phoneServiceNumbers'],
		['typing', 'phoneServiceConversations'],
		['entitlement', 'phoneServiceEntitlements'],
	])('for "%s" %s', async (search, type) => {
		expect(await found(search)).toContain(type);
	});

	test.each(['Phone Service', 'Contiguity'])(
		'for "%s" all nodes of the package, and nothing else',
		async (name) => {
			expect((await found(name)).sort()).toEqual(all);
			expect(await editor().foundNodeTypes(name)).toHaveLength(all.length);
		},
	);
});

test.each([
	['Phone Service Messaging', 'Send a WhatsApp message', 'Send WhatsApp'],
	['Phone Service Numbers', 'Get call forwarding of a leased number', 'Get Call Forwarding'],
])('%s is added by its action "%s", which chooses the operation %s', async (name, action, operation) => {
	await serviceCredential(n8n, simulator().url);
	await editor().openNewWorkflow();
	await editor().searchNodes(name);
	const panel = await editor().pickNode(name, action);
	expect(await panel.value('Operation')).toBe(operation);
	expect(await panel.markedLabels()).toEqual([]);
});
