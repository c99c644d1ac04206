import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OperationId } from '../contract/contract';
import type { Channel } from '../service/channels';
import type { ServiceRequest } from '../service/service-request';
import type { ItemParameters } from '../parameters/parameters';

/**
 * A sentence of an error, also one in which `{name}` stands for the field of that name, if the item has filled it in.
 * `given` are those fields as sentences name them, by the names of their values in the request.
 */
export type Sentence = string | ((given: Record<string, string | undefined>) => string);

/** What an item gives: one item, or for an operation that lists, one for each entry. */
export type Output = IDataObject | IDataObject[];

export interface PanelOperation {
	id: string;
	name: string;
	action: string;
	description: string;
	/** The parameters in the order of the panel; operations of a node share a parameter by sharing its object. */
	fields: INodeProperties[];
}

/** One operation as a node offers it. Its request is made from what its fields declare, see request.ts. */
export interface NodeOperation extends PanelOperation {
	service: OperationId;
	/** Those that it performs instead by the channel that a field names, all with the effect of `service`. */
	byChannel?: { field: INodeProperties; services: Partial<Record<Channel, OperationId>> };
	/** Whether a workflow that a message has started goes on without it where the channel of that message does not have it. */
	isCourtesy?: boolean;
	/** The request of an item, where it is more than what its fields declare. */
	request?(parameters: ItemParameters): ServiceRequest;
	/** What the account needs for a request that the service does not permit (403), or possible causes. */
	ifForbidden: Sentence;
	/** What may use up the rate of the operation (429), and which option the user can lower; none without a rate. */
	ifTooManyRequests?: Sentence;
	/** What is to be known where nobody knows whether it was sent; unless there is one, that a retry does not send it again. */
	ifUnknown?: string;
	/** Values of the request that the output repeats in front of the answer's, by their names in the output. */
	repeats?: Record<string, string>;
	/**
	 * Where the answer stands behind the fields of its item, about which it tells more: the fields of the answer that name what
	 * was asked about, and so may be the same in both.
	 */
	keepsFields?: string[];
	/** The item's output, made from the answer's `data`; without it, `data` as it came. */
	output?(data: IDataObject, parameters: ItemParameters, request: ServiceRequest): Output;
}

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
