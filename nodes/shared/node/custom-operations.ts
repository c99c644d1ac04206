import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { deliverItems } from '../delivery/deliver-items';
import { fingerprint } from '../delivery/ledger/ledger';
import type { RecordPlace } from '../delivery/ledger/run-records';
import type { NodeRun } from '../delivery/node-run';
import { ItemParameters } from '../operation/item-parameters';
import { RunParameters } from '../operation/run-parameters';
import type { NodeOperation } from '../operation/operation';
import { credentialType } from '../service/service-account';

type Items = (node: string, output?: number, run?: number) => INodeExecutionData[];

/**
 * Whether n8n has made up the first run of a node. After a kill it does so for every node that had started, without
 * data or with an artificial item, and Retry goes on counting from there.
 */
function isFirstRunMadeUp(items: Items, node: string): boolean {
	try {
		return items(node, 0, 0)[0]?.json.isArtificialRecoveredEventItem === true;
	} catch {
		return true;
	}
}

/** How often the node has run before in this execution; the same for its Retry. */
function runNumber(context: IExecuteFunctions): number {
	const { $runIndex, $items } = context.getWorkflowDataProxy(0);
	const isOneMore = $runIndex > 0 && isFirstRunMadeUp($items as Items, context.getNode().name);
	return isOneMore ? $runIndex - 1 : $runIndex;
}

/**
 * A fingerprint of the items that started the execution. A Retry starts with the same ones, and most triggers give
 * every execution others (a time, an id, a request).
 */
function origin(context: IExecuteFunctions): string {
	const { $items } = context.getWorkflowDataProxy(0);
	const parents = context.getParentNodes(context.getNode().name);
	const starts = parents.filter(({ name }) => context.getParentNodes(name).length === 0);
	const started = starts.map(({ name }) => {
		try {
			return [name, ($items as Items)(name).map(({ json }) => json)];
		} catch {
			return [name];
		}
	});
	return fingerprint([runNumber(context), started]);
}

function recordPlace(context: IExecuteFunctions): RecordPlace {
	const node = `${String(context.getWorkflow().id)} ${context.getNode().id}`;
	return { node, helpers: context.helpers, origin: () => origin(context) };
}

function nodeRun(context: IExecuteFunctions, { fields }: NodeOperation): NodeRun {
	const node = context.getNode();
	const parameters = new RunParameters(node.parameters, fields);
	return {
		node,
		items: context.getInputData(),
		number: runNumber(context),
		mode: context.getMode(),
		place: recordPlace(context),
		memory: context.getContext('node'),
		continuesOnFail: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		caller: context,
		parameters: (item) =>
			new ItemParameters(parameters, (name) => context.getNodeParameter(name, item, null)),
		credential: async () => await context.getCredentials(credentialType),
		hint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}

/**
 * The way by which n8n's engine runs a node: once for all items, by the values of the parameters `resource` and
 * `operation`.
 */
export function customOperations(
	resource: string,
	operations: NodeOperation[],
): NonNullable<INodeType['customOperations']> {
	const delivered = operations.map((operation) => [
		operation.id,
		async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await deliverItems(nodeRun(this, operation), operation)];
		},
	]);
	return { [resource]: Object.fromEntries(delivered) };
}
