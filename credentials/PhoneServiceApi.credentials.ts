import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** Access to the service: the bearer token (section 5) and the address that all paths are relative to. */
export class PhoneServiceApi implements ICredentialType {
	name = 'phoneServiceApi';

	displayName = 'Phone Service API';

	documentationUrl = 'https://repository.example/n8n-nodes-phone-service/blob/main/docs/setup.md#credential';

	icon: Icon = { light: 'file:../icons/phoneService.svg', dark: 'file:../icons/phoneService.dark.svg' };

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'Your provider shows it, usually in its console under Tokens. Enter it without "Bearer".',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.contiguity.com',
			hint: "Contiguity's is https://api.contiguity.com; other providers document theirs",
			description: 'https:// is required, except for localhost and loopback addresses',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for Phone Service Messaging Trigger: the secret with which your provider signs its events. While it changes, enter both, separated by a comma.',
		},
	];

	/**
	 * Adds the bearer header (section 5), without blanks around the token. A function, because n8n evaluates an expression
	 * for every request; a property, because n8n offers a credential to its HTTP Request node by its own properties.
	 */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		{ headers, ...options }: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...options,
		headers: { ...headers, Authorization: `Bearer ${String(accessToken).trim()}` },
	});
}
