import {
	sleep,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { startingMessage } from '../operation/starting-message';
import type { NodeOperation, PanelOperation } from '../operation/operation';
import { ItemParameters, RunParameters } from '../operation/parameters';
import { pause } from '../pace/rate-limiter';
import { Semaphore } from '../pace/rate-queues';
import { fingerprint, type RecordedExecution } from '../record/message';
import { rowsOf } from '../record/rows';
import type { NodeRun } from './step';
import { Delivery, errorResult, startedItem, type Result } from './delivery';
import { outcomesOf } from './rows';
import { RunSummary } from './run-summary';

/** The modes of executions that n8n in queue mode leaves to its workers, not to its main process. */
const modesOfWorkers: WorkflowExecuteMode[] = ['trigger', 'webhook', 'retry'];

/** The execution by what n8n stored of it before it ran, and what this try of it needs. */
function recordedExecution(context: IExecuteFunctions): RecordedExecution {
	const { establishedAt = 0, source, triggerNode, parentExecutionId } = context.getExecutionContext() ?? {};
	const mode = context.getMode();
	const { instanceSettings } = context as { instanceSettings?: { instanceType: string } };
	const isMain = instanceSettings?.instanceType === 'main';
	return {
		node: `${String(context.getWorkflow().id)} ${context.getNode().id}`,
		rows: rowsOf(context),
		identity: fingerprint([establishedAt, source, triggerNode, parentExecutionId]),
		establishedAt,
		source: source ?? mode,
		mode,
		token: context.getExecutionId(),
		isOnlyProcess: isMain && modesOfWorkers.includes(mode),
		isStopped: () => context.getExecutionCancelSignal()?.aborted === true,
		onFinish: context.onExecutionFinish?.bind(context),
	};
}

/** The run for which n8n calls a custom operation: all items of a node at once. */
export function nodeRun(context: IExecuteFunctions, { fields }: PanelOperation): NodeRun {
	const node = context.getNode();
	const parameters = new RunParameters(node.parameters, fields);
	return {
		node,
		items: context.getInputData(),
		number: context.getWorkflowDataProxy(0).$runIndex,
		mode: context.getMode(),
		timeZone: context.getTimezone(),
		execution: recordedExecution(context),
		memory: context.getContext('node'),
		continuesOnFail: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		caller: context,
		parameters: (item) =>
			new ItemParameters(
				parameters,
				(name) => context.getNodeParameter(name, item, null),
				(expression) => context.evaluateExpression(expression, item),
			),
		startingMessage: (item) => startingMessage(context, item),
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
	// Without the names that every object has, such as constructor: n8n would call them.
	return { [resource]: Object.assign(Object.create(null), Object.fromEntries(delivered)) };
}

/**
 * Delivers the items of a run in their order: each prepared when its turn comes, bounded, paced, repeated only where
 * that is safe, and answered in its place. Items that fail become error items where the workflow goes on; otherwise
 * all others are delivered, and then the first one's error is thrown.
 */
export async function deliverItems(run: NodeRun, operation: NodeOperation): Promise<INodeExecutionData[]> {
	let results: Result[] = [];
	const delivery = await Delivery.begin(run, operation).catch((error: unknown) => {
		results = run.items.map((_, index) => errorResult(run, operation, startedItem(run, index), error));
		return undefined;
	});
	if (delivery) results = delivery.refusedBeforehand() ?? (await deliverAll(delivery));
	const summary = new RunSummary(run, operation, results, delivery);
	await delivery?.record?.end(summary.isWhole);
	const ofRun = (delivery?.hints ?? []).flatMap((hints) => hints());
	for (const hint of [summary.hint(), ...ofRun]) if (hint) run.hint(hint);
	return outcomesOf(run, operation, results, summary);
}

/** Enough that the items of every sender of a pool are among them, few enough to keep thousands out of memory. */
const preparedAtOnce = 1000;

/** Items that are prepared before the process may do something else. */
const itemsPerTick = 20;

/** Starts each item when n8n's own Batching lets it, and not too many wait. */
async function deliverAll(delivery: Delivery): Promise<Result[]> {
	const { run, connection } = delivery;
	const { size, intervalMs } = connection.batching;
	const places = new Semaphore(preparedAtOnce);
	const results: Array<Promise<Result>> = [];
	for (const index of run.items.keys()) {
		if (index > 0 && index % size === 0) await pause(intervalMs, run.signal);
		if (index % itemsPerTick === itemsPerTick - 1) await sleep(0);
		await places.acquire();
		results.push(delivery.item(index).finally(() => places.release()));
	}
	return await Promise.all(results);
}
