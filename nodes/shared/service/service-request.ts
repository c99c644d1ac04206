import type { OperationId, serviceOperations } from '../contract/contract';

/** What an operation does to the world: `read` nothing, `change` the account, `send` a message to a person. */
export type Effect = (typeof serviceOperations)[OperationId]['effect'];

export interface ServiceRequest {
	service: OperationId;
	/** The parameters of the path, as they are. */
	path?: Record<string, string>;
	query?: Record<string, boolean>;
	body?: object;
}
