import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import { answerOf, connectionFailure, type Answer } from '../../service/answer';
import { credentialType, type ServiceAccount } from '../../service/service-account';

/**
 * The HTTP request as n8n makes it. Redirects are not followed, so that the bearer header never reaches another
 * host and a send is never repeated elsewhere; the body goes as text, because n8n drops an empty object.
 */
export function httpRequest(
	operation: NodeOperation,
	{ path, query, body }: ServiceRequest,
	{ baseUrl }: ServiceAccount,
): IHttpRequestOptions {
	return {
		method: serviceOperations[operation.id].method,
		url: `${baseUrl}${path}`,
		...(query && { qs: query }),
		...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
		json: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** Who makes a request: an item of a node, or the poll of a trigger. */
export type Caller = IExecuteFunctions | IExecutePaginationFunctions | IPollFunctions;

/** The signal that is aborted when the execution is stopped. */
export function stopSignal(caller: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
}

/** One request, and what became of it. */
export async function attempt(caller: Caller, options: IHttpRequestOptions): Promise<Answer> {
	const { httpRequestWithAuthentication } = caller.helpers;
	try {
		const response: unknown = await httpRequestWithAuthentication.call(caller, credentialType, {
			...options,
		});
		return answerOf(response as IN8nHttpFullResponse);
	} catch (error) {
		return connectionFailure(error, stopSignal(caller)?.aborted ?? false);
	}
}
