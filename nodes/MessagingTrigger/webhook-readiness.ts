import type { IHookFunctions } from 'n8n-workflow';

import { asExplained } from '../shared/failure/explained-error';
import { InvalidInput } from '../shared/input/invalid-input';
import { credentialType, serviceBaseUrl } from '../shared/service/service-address';
import { panelOf } from './message-trigger.fields';
import { webhookSecrets } from './signature';

const local =
	/^(localhost|.+\.(localhost|local|internal)|\[::1\]|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|169\.254\..+|0\.0\.0\.0|\[f[cd].*|[^.:[\]]+)$/;

const remedy =
	'Give n8n a public https address, and set WEBHOOK_URL to it, so that the URLs in this panel are the ones to register.';

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
		if (local.test(new URL(serviceBaseUrl(baseUrl)).hostname)) return;
		const webhookUrl = String(hook.getNodeWebhookUrl('default'));
		const { hostname, protocol } = new URL(webhookUrl);
		const lacks = local.test(hostname) ? 'public' : protocol !== 'https:' && 'https';
		if (lacks) throw new InvalidInput(`The webhook URL is not ${lacks}: ${webhookUrl}`, remedy);
	} catch (error) {
		throw asExplained(error, hook.getNode(), {});
	}
}
