import type { IExecuteFunctions } from 'n8n-workflow';

import type { PanelOperation } from '../../operation/operation';
import { ItemParameters, RunParameters } from '../../operation/parameters';
import { fingerprint } from '../ledger/message';
import type { RecordedExecution } from '../ledger/scopes';
import type { NodeRun } from '../steps/step';

/** What n8n stored of the execution before it ran: the same for every Retry of it. */
function recordedExecution(context: IExecuteFunctions): RecordedExecution {
	const { establishedAt = 0, source, triggerNode, parentExecutionId } = context.getExecutionContext() ?? {};
	const mode = context.getMode();
	return {
		node: `${String(context.getWorkflow().id)} ${context.getNode().id}`,
		helpers: context.helpers,
		identity: fingerprint([establishedAt, source, triggerNode, parentExecutionId]),
		establishedAt,
		source: source ?? mode,
		mode,
		token: context.getExecutionId(),
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
		execution: recordedExecution(context),
		memory: context.getContext('node'),
		continuesOnFail: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		caller: context,
		parameters: (item) =>
			new ItemParameters(parameters, (name) => context.getNodeParameter(name, item, null)),
		hint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}
