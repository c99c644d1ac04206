import { serviceOperations, type OperationId } from '../contract/contract';

/** What an operation does to the world: `read` nothing, `change` the account, `send` a message to a person. */
export type Effect = (typeof serviceOperations)[OperationId]['effect'];

export function effectOf(service: OperationId): Effect {
	return serviceOperations[service].effect;
}

export interface ServiceRequest {
	service: OperationId;
	/** The parameters of the path, as they are. */
	path?: Record<string, string>;
	query?: Record<string, boolean>;
	body?: object;
}

/** What the body of a message has, whatever its channel (sections 4.3 and 4.4). */
export interface MessageBody {
	to?: string;
	from?: string;
	message?: string;
	attachments?: string[];
	fast_track?: boolean;
}

/** The message that a request sends; nothing in it where it sends none. */
export function messageIn({ body = {} }: ServiceRequest): MessageBody {
	return body;
}
