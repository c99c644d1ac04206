import type { CredentialReference } from '../../e2e/n8n/n8n-credentials';
import type { N8n } from '../../e2e/n8n/n8n';
import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';

/** Stores what the contenders need to talk to a service: this package's credential, and one for the HTTP Request node. */
export async function storedCredentials(n8n: N8n, baseUrl: string): Promise<CredentialReference[]> {
	const service = { accessToken: demoToken, baseUrl, webhookSecret: demoWebhookSecret };
	return [
		await n8n.credentials.create({ name: 'Service', type: 'phoneServiceApi', data: service }),
		await n8n.credentials.create({ name: 'Bearer', type: 'httpBearerAuth', data: { token: demoToken } }),
	];
}
