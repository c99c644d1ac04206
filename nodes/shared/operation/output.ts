import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { isLabel, unreadable, type Answer } from '../service/answer';
import { declaredFields, valueAt } from './request';
import type { NodeOperation, Output, ServiceRequest } from './operation';
import type { ItemParameters } from './parameters';

/**
 * The answer to an operation, if it holds what the package relies on: what the operation itself asks of it, and for a send
 * a message id (section 2.5), without which nobody knows whether it was accepted.
 */
export function checkedAnswer({ service, checkAnswer }: NodeOperation, answer: Answer): Answer {
	if (!answer.ok) return answer;
	if (checkAnswer) return checkAnswer(answer);
	if (serviceOperations[service].effect !== 'send' || isLabel(answer.envelope.data.message_id)) return answer;
	return unreadable(200, 'no message ID');
}

/** What an item gives: the answer's data, behind the values of the request that the operation repeats. */
export function outputOf(
	operation: NodeOperation,
	data: IDataObject,
	parameters: ItemParameters,
	request: ServiceRequest,
): Output {
	if (operation.output) return operation.output(data, parameters);
	const targets = declaredFields(operation, request.service).flatMap((declared) => declared.targets);
	const repeated = Object.entries(operation.repeats ?? {}).flatMap(([name, property]) => {
		const target = targets.find((one) => one.property === property);
		const value = target && valueAt(request, target);
		return value === undefined ? [] : [[name, value] as const];
	});
	const values = Object.fromEntries(repeated) as IDataObject;
	return { ...values, ...data, ...values };
}
