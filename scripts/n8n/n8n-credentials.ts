import type { AxiosInstance } from 'axios';
import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';

/** A credential as n8n stores it. */
export interface NewCredential {
	name: string;
	/** The credential type, e.g. `phoneServiceApi`. */
	type: string;
	data: Record<string, unknown>;
}

/** A credential for a simulator at this address. */
export function simulatorCredential(baseUrl: string, name = 'Phone Service simulator'): NewCredential {
	const data = { accessToken: demoToken, baseUrl, webhookSecret: demoWebhookSecret };
	return { name, type: 'phoneServiceApi', data };
}

/** A credential for a chat model at this address, of n8n's type for OpenAI-compatible services. */
export function chatModelCredential(url: string): NewCredential {
	return { name: 'Played chat model', type: 'openAiApi', data: { apiKey: 'none', url, header: false } };
}

/** How nodes refer to a stored credential. */
export interface CredentialReference {
	id: string;
	name: string;
	type: string;
}

/** The credentials of one n8n. */
export class N8nCredentials {
	constructor(private readonly rest: AxiosInstance) {}

	async create(credential: NewCredential): Promise<CredentialReference> {
		return (await this.rest.post<CredentialReference>('/credentials', credential)).data;
	}

	/** Creates the credential, or gives the one of the same name and type this data. */
	async save(credential: NewCredential): Promise<CredentialReference> {
		const { data } = await this.rest.get<CredentialReference[]>('/credentials');
		const known = data.find(({ name, type }) => name === credential.name && type === credential.type);
		if (known === undefined) return await this.create(credential);
		await this.rest.patch(`/credentials/${known.id}`, { id: known.id, ...credential });
		return known;
	}
}
