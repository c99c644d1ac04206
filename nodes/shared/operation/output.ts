import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../service/service-request';
import type { NodeOperation, Output } from './operation';
import type { ItemParameters } from './parameters';

/** The values of a request that the output of its operation repeats. */
export function repeatedValues({ repeats = {} }: NodeOperation, request: ServiceRequest): IDataObject {
	const sent = { ...request.path, ...request.body } as IDataObject;
	const repeated = Object.entries(repeats).map(([name, property]) => [name, sent[property]]);
	return Object.fromEntries(repeated.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** What an item gives: the answer's data, behind the values of the request that the operation repeats. */
export function outputOf(
	operation: NodeOperation,
	data: IDataObject,
	parameters: ItemParameters,
	request: ServiceRequest,
): Output {
	if (operation.output) return operation.output(data, parameters, request);
	const values = repeatedValues(operation, request);
	return { ...values, ...data, ...values };
}
