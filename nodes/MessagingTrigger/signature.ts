import { createHmac, timingSafeEqual } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { asExplained } from '../shared/explain/explain';
import { InvalidInput } from '../shared/input/invalid-input';
import { hasPublicHost } from '../shared/input/public-host';
import { textList } from '../shared/input/values';
import { credentialType, serviceBaseUrl } from '../shared/service/service-address';
import { panelOf } from './message-trigger.fields';

/** How old a signature may be, and how far ahead of this machine's clock, in seconds (public material). */
const toleranceSeconds = 300;

/** The secrets in a field of the credential: one, or during a rotation several with commas between them. */
function webhookSecrets(field: unknown): string[] {
	return typeof field === 'string' ? textList('Webhook Secret', field, /,/) : [];
}

/**
 * How long secrets count after they were read, in milliseconds. n8n sets up an engine for expressions each time that it
 * reads a credential for a webhook, which takes more than all that is done here.
 */
const countMs = 1_000;

/** What this process has read lately, by credential. */
const read = new Map<string | null | undefined, { secrets: Promise<string[]>; readAt: number }>();

async function secretsOf(webhook: IWebhookFunctions): Promise<string[]> {
	const now = Date.now();
	for (const [id, { readAt }] of read) if (now - readAt >= countMs) read.delete(id);
	const id = webhook.getNode().credentials?.[credentialType]?.id;
	const lately = read.get(id);
	if (lately) return await lately.secrets;
	const secrets = webhook
		.getCredentials(credentialType)
		.then(({ webhookSecret }) => webhookSecrets(webhookSecret));
	read.set(id, { secrets, readAt: now });
	secrets.catch(() => read.delete(id));
	return await secrets;
}

/**
 * Why a request is not from the service, or undefined when it is: the header has `t=<unix seconds>,v1=<hex>`, of five
 * minutes either way, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` by a webhook secret of the credential (public
 * material), or one of several `v1` is, as while the service changes its secret. A secret that was removed counts a second more, and
 * a new one after a second.
 */
export async function signatureFault(
	webhook: IWebhookFunctions,
	header: unknown,
	body: Buffer,
): Promise<string | undefined> {
	if (header === undefined) return 'The request has no signature header';
	const [, time, signatures] = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,10})$/.exec(String(header)) ?? [];
	if (!time || !signatures) return 'The signature does not have the form t=…,v1=…';
	if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) {
		return 'The signature is more than five minutes old, or ahead of time';
	}
	const given = signatures.split(',v1=').slice(1);
	const isBy = (secret: string) => {
		const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
		return given.some((hex) => timingSafeEqual(expected, Buffer.from(hex, 'hex')));
	};
	const secrets = await secretsOf(webhook);
	if (secrets.length === 0) return 'The credential has no webhook secret';
	return secrets.some(isBy) ? undefined : 'The signature does not match the body and the webhook secret';
}

const remedy =
	'Give n8n a public https address, and set N8N_WEBHOOK_URL to it, so that the URLs in this panel are the ones to register.';

/**
 * Refuses to publish, or to listen, with n8n's error: when a field of the panel is wrong, the credential has no webhook
 * secret, or the service cannot reach the webhook URL. A service on this machine, such as the simulator, reaches every address.
 */
export async function requireReadiness(hook: IHookFunctions): Promise<void> {
	try {
		panelOf(hook, (name) => hook.getNodeParameter(name, null as never));
		const { webhookSecret, baseUrl } = await hook.getCredentials(credentialType);
		if (webhookSecrets(webhookSecret).length === 0) {
			throw new InvalidInput(
				'The credential has no webhook secret',
				"Turn on webhook signing in your provider's console, and enter the secret as Webhook Secret in the credential. Without it nobody knows who sends a request.",
			);
		}
		if (!hasPublicHost(serviceBaseUrl(baseUrl))) return;
		const webhookUrl = String(hook.getNodeWebhookUrl('default'));
		const isHttps = new URL(webhookUrl).protocol === 'https:';
		const lacks = !hasPublicHost(webhookUrl) ? 'public' : !isHttps && 'https';
		if (lacks) throw new InvalidInput(`The webhook URL is not ${lacks}: ${webhookUrl}`, remedy);
	} catch (error) {
		throw asExplained(error, hook.getNode(), {});
	}
}
