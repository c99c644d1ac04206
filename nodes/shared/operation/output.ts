import type { IDataObject } from 'n8n-workflow';

import { declaredFields, valueAt } from './declared-fields';
import type { ItemParameters } from './item-parameters';
import type { NodeOperation, Output, ServiceRequest } from './operation';

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
