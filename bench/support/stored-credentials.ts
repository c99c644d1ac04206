import type { CredentialReference } from '../../e2e/n8n/n8n-credentials';
import type { N8nInstance } from '../../e2e/n8n/n8n-instance';

/** The token that everything in the benchmark sends; the simulator's public one. */
export const token = 'demo-token';

/** Stores what the contenders need to talk to a service: this package's credential, and one for the HTTP Request node. */
export async function storedCredentials(n8n: N8nInstance, baseUrl: string): Promise<CredentialReference[]> {
	const service = { accessToken: token, baseUrl };
	return [
		await n8n.credentials.create({ name: 'Service', type: 'phoneServiceApi', data: service }),
		await n8n.credentials.create({ name: 'Bearer', type: 'httpBearerAuth', data: { token } }),
	];
}
