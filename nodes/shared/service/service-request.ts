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
	/** What goes out with the attachments of the body. */
	files?: MessageFile[];
}

/** A file in n8n that goes out with a message. */
export interface MessageFile {
	/** With an extension. */
	name: string;
	type: string;
	bytes: number;
	/** Where n8n serves it. Whoever has the address can fetch the file for a day: it goes into the request and nowhere else. */
	address(): string;
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

/** The request as it leaves, with an address for each of its files. */
export function withAddresses({ files = [], ...request }: ServiceRequest): ServiceRequest {
	if (files.length === 0) return request;
	const attachments = [...(messageIn(request).attachments ?? []), ...files.map((file) => file.address())];
	return { ...request, body: { ...request.body, attachments } };
}
