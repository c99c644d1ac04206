/** What an error answer carries beside its status. */
export interface ServiceErrorDetails {
	/** Agreement to accept first (public material). */
	agreementUrl?: string;
	/** Value of the `Retry-After` header: seconds or an HTTP date. */
	retryAfter?: number | string;
}

/** An error that the service answers with the error envelope (sections 2.2 and 7). */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		readonly details: ServiceErrorDetails = {},
	) {
		super(`The service answers ${status}`);
	}
}
