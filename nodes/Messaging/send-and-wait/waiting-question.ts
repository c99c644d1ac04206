import type { IExecuteFunctions, IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Question } from './question';

/** A question that an execution waits with. */
interface WaitingQuestion {
	question: Question;
	/** Which run of the node asked it; the link names it too, so that the link of an earlier one answers nothing. */
	run: string;
}

const contextKey = 'waitsFor';

/** The part of a link that names the run of the node. */
export const runParameter = 'run';

/** Keeps a question in the execution, where the webhook finds it. */
export function keepQuestion(context: IExecuteFunctions, waiting: WaitingQuestion): void {
	context.getContext('node')[contextKey] = waiting as unknown as IDataObject;
}

/** The question that the execution waits with. */
export function keptQuestion(context: IWebhookFunctions): WaitingQuestion {
	const node = JSON.stringify(context.getNode().name);
	const kept = context.evaluateExpression(`{{ $node[${node}].context[${JSON.stringify(contextKey)}] }}`);
	return kept as unknown as WaitingQuestion;
}
