import type { IWebhookFunctions } from 'n8n-workflow';

import { credentialType } from '../shared/service/service-address';
import { webhookSecrets } from './signature';

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
