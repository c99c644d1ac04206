import type { Failure as DeclaredCause, TimedCause } from 'n8n-workflow';

import { InvalidInput } from '../input/invalid-input';
import type { Failure, FailureKind } from '../service/answer';
import { InvalidCredential } from '../service/service-address';

/** Why something failed, in n8n's own words for it: n8n spaces the polls of a trigger by them. */
export type { Failure as DeclaredCause } from 'n8n-workflow';

type CauseOf = (failure: Failure) => DeclaredCause | undefined;

const credentialInvalid: CauseOf = () => ({ cause: 'credential-invalid' });
const configurationInvalid: CauseOf = () => ({ cause: 'configuration-invalid' });
const notKnown: CauseOf = () => undefined;

function passing(cause: TimedCause): CauseOf {
	return ({ retryAfterMs }) => ({ cause, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** A refusal in another form than the service's may come from anybody on the way. */
const refusal: CauseOf = (failure) => {
	if (failure.status === 401) return credentialInvalid(failure);
	return failure.said && configurationInvalid(failure);
};

const causes: Record<FailureKind, CauseOf> = {
	refused: refusal,
	tooManyRequests: passing('rate-limited'),
	serverError: passing('temporarily-unavailable'),
	unreachable: passing('temporarily-unavailable'),
	interrupted: passing('temporarily-unavailable'),
	timedOut: passing('temporarily-unavailable'),
	redirected: configurationInvalid,
	blocked: configurationInvalid,
	unreadable: notKnown,
	stopped: notKnown,
	unknownBefore: notKnown,
};

/** The cause of a failed request: none where it is not known, so that n8n goes by what it knows itself. */
export function causeOf(failure: Failure): DeclaredCause | undefined {
	return causes[failure.kind](failure);
}

/** The cause of an error that is no failed request: what the credential or a field holds, or none. */
export function causeOfError(error: unknown): DeclaredCause | undefined {
	if (error instanceof InvalidCredential) return { cause: 'credential-invalid' };
	return error instanceof InvalidInput ? { cause: 'configuration-invalid' } : undefined;
}
