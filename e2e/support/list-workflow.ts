import type { INode, INodeParameters } from 'n8n-workflow';
import type { ExportedWorkflow } from '../n8n/exported-workflow';
import { recipients } from './reached';
import { leased } from './simulated-service';
import { mainConnections, node, webhook } from '../n8n/workflow-nodes';
import { patiently, plainSend, underTest, workflowOf } from './test-workflow';

/** What may start a list, by the names of its triggers. */
export type Starter = 'By Hand' | 'Call' | 'Schedule';

export interface ListSettings {
	/** What everybody gets. */
	text?: string;
	/** Who gets it, 60 people unless told. A call may bring others as `to` in its body. */
	to?: string[];
	/** Which leased number sends, one unless told; several with commas between them. */
	from?: string;
	/** Options of the node that sends, beside those that lift the rate. */
	options?: INodeParameters;
	/** Settings of the node that sends; an item that fails does not end the run unless they say so. */
	settings?: Partial<INode>;
}

/** A time that no test lives to see. */
const never = '0 0 0 29 2 *';

/** The parameters of a schedule: six fields, with the second. */
export function schedule(cronExpression = never): INodeParameters {
	return { rule: { interval: [{ field: 'cronExpression', expression: cronExpression }] } };
}

/**
 * A workflow that sends one message to each of a list, started by hand, by a call of `path`, or by its schedule.
 * After a kill, n8n makes up a run of each node that had started, and its Retry takes back that of the last of them in
 * the order of this list: that of the node that sends, or that of the schedule.
 */
export function listWorkflow(
	path: string,
	{ text = 'Hello', to = recipients, from = leased.imessage, options = {}, settings = {} }: ListSettings,
): ExportedWorkflow {
	const send: INodeParameters = {
		...plainSend,
		...patiently,
		message: text,
		from,
		options: { messagesPerSecond: 0, ...options },
	};
	const list = `={{ { list: $json.body?.to ?? ${JSON.stringify(to)} } }}`;
	const nodes = [
		node('By Hand', 'n8n-nodes-base.manualTrigger', {}),
		webhook('Call', path),
		node('List', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: list, options: {} }, { typeVersion: 3.4 }),
		node('Items', 'n8n-nodes-base.splitOut', {
			fieldToSplitOut: 'list',
			options: { destinationFieldName: 'to' },
		}),
		node(underTest, 'phoneServiceMessaging', send, { onError: 'continueRegularOutput', ...settings }),
		node('Schedule', 'n8n-nodes-base.scheduleTrigger', schedule(), { typeVersion: 1.3 }),
	];
	const connections = mainConnections({
		'By Hand': [['List']],
		Call: [['List']],
		Schedule: [['List']],
		List: [['Items']],
		Items: [[underTest]],
	});
	const workflow = workflowOf(nodes, connections);
	return { ...workflow, settings: { ...workflow.settings, timezone: 'Etc/UTC' }, pinData: {} };
}
