import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OperationId, serviceOperations } from '../contract/contract';
import type { ItemParameters } from './item-parameters';

/** What an operation does to the world: `read` nothing, `change` the account, `send` a message to a person. */
export type Effect = (typeof serviceOperations)[OperationId]['effect'];

/** What one item asks of the service. */
export interface ServiceRequest {
	/** Path under the base URL, parameters encoded. */
	path: string;
	query?: Record<string, boolean>;
	body?: object;
	/** Leased numbers that may send this message; the delivery chooses one for the recipient. */
	senders?: string[];
	/** Whether the service lifts its send rate for this message (fast track). */
	bypassesRateLimit?: boolean;
}

/**
 * The fields that an item has filled in, by the names of their values in path and body, as sentences name them: the
 * field with its value, or the field alone.
 */
export type GivenFields = Record<string, string | undefined>;

/** What an item gives: one item, or for an operation that lists, one for each entry. */
export type Output = IDataObject | IDataObject[];

/** What the panel of a node shows of an operation. */
export interface PanelOperation {
	/** Its value in the panel. */
	id: string;
	/** Name, action and description in the panel. */
	name: string;
	action: string;
	description: string;
	/** The parameters in the order of the panel; operations of a node share a parameter by sharing its object. */
	fields: INodeProperties[];
}

/** One operation as a node offers it: what the panel shows, what is sent, what comes out. */
export interface NodeOperation extends PanelOperation {
	/** The operation of the service that this one performs; its value in the panel. */
	id: OperationId;
	/**
	 * The fields that say whom or what a request is about, by the names of their values in path and body
	 * (`fallback.from`); the one that it concerns first of all comes first.
	 */
	about: Record<string, string>;
	/** The other fields of which the service may refuse a value, by the same names. */
	contents?: Record<string, string>;
	/** What the account needs for a request that the service does not permit (403): an entitlement or a lease. */
	permission(given: GivenFields): string;
	/** The unit of the operation's rate in words: what comes behind its number. */
	rateName?: string;
	/** What may use up the rate of the operation (429), and which option the user can lower; none without a rate. */
	busy?(given: GivenFields): string;
	/** The request for one item. InvalidInput when a value breaks a rule of the interface. */
	request(parameters: ItemParameters): ServiceRequest;
	/** The item's output, made from the answer's `data` and the request; without it, `data` as it came. */
	output?(data: IDataObject, parameters: ItemParameters, request: ServiceRequest): Output;
}
