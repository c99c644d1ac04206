import type { ICredentialDataDecryptedObject, ICredentialsHelper, IHttpRequestOptions } from 'n8n-workflow';

import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';

/** Gives every node the same credential and authenticates as n8n does, by the credential's own function. */
export function credentialsHelper(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const credential = new PhoneServiceApi();
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
		authenticate: async (credentials, _type, options) =>
			await credential.authenticate(credentials, options as IHttpRequestOptions),
		getDecrypted: async () => ({ ...data }),
		getCredentialsProperties: () => credential.properties,
	};
	return helper as ICredentialsHelper;
}
