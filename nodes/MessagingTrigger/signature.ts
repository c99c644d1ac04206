import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { textList } from '../shared/input/values';
import { credentialType } from '../shared/service/service-address';

/** How old a signature may be, and how far ahead of this machine's clock, in seconds (public material). */
const toleranceSeconds = 300;

/** The header that a compatible deployment signs with (public material); other providers may name it differently. */
export const signatureHeader = 'Contiguity-Signature';

/** The secrets in a field of the credential: one, or during a rotation several with commas between them. */
export function webhookSecrets(field: unknown): string[] {
	return textList('Webhook Secret', field, /,/);
}

/**
 * Why a request is not from the service, or undefined when it is: one of the secrets has signed exactly this body,
 * within five minutes either way. `header` is `t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 of `<t>.<raw body>` (public
 * material). `now` is in milliseconds.
 */
export function signatureFault(
	header: unknown,
	body: Buffer,
	secrets: string[],
	now: number,
): string | undefined {
	if (secrets.length === 0) return 'The credential has no webhook secret';
	if (header === undefined) return 'The request has no signature header';
	const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
	if (time === undefined || hex === undefined) return 'The signature does not have the form t=…,v1=…';
	if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) {
		return 'The signature is more than five minutes old, or ahead of time';
	}
	const signature = Buffer.from(hex, 'hex');
	const isSigned = secrets.some((secret) =>
		timingSafeEqual(createHmac('sha256', secret).update(`${time}.`).update(body).digest(), signature),
	);
	return isSigned ? undefined : 'The signature does not match the body and the webhook secret';
}

/**
 * How long a secret counts after it was read, in milliseconds. n8n sets up an engine for expressions each time that it
 * reads a credential for a webhook, which takes more than all that is done here.
 */
const countsForMs = 10_000;

const known = new Map<unknown, { secrets: string[]; readAt: number }>();

/**
 * Why none of the webhook secrets of the credential suits, by `faultOf`, or undefined. Secrets that this process has
 * read lately are tried first, so one that was removed counts a little longer, and a new one at once.
 */
export async function faultOfSecrets(
	webhook: IWebhookFunctions,
	faultOf: (secrets: string[]) => string | undefined,
): Promise<string | undefined> {
	const id = webhook.getNode().credentials?.[credentialType]?.id;
	const last = known.get(id);
	if (last && Date.now() - last.readAt < countsForMs && !faultOf(last.secrets)) return undefined;
	const { webhookSecret } = await webhook.getCredentials(credentialType);
	const secrets = webhookSecrets(webhookSecret);
	known.set(id, { secrets, readAt: Date.now() });
	return faultOf(secrets);
}
