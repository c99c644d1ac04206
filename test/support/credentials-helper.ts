import {
	ICredentialsHelper,
	type IAuthenticateGeneric,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type Workflow,
} from 'n8n-workflow';

import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';

/** Gives every node the same credential and authenticates as n8n does for generic credentials. */
export class TestCredentialsHelper extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { properties } = new PhoneServiceApi().authenticate as IAuthenticateGeneric;
		const headers = Object.fromEntries(
			Object.entries(properties.headers ?? {}).map(([name, value]) => [
				name,
				workflow.expression.getSimpleParameterValue(node, value as string, 'internal', {
					$credentials: credentials,
				}),
			]),
		);
		return { ...options, headers: { ...options.headers, ...headers } } as IHttpRequestOptions;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The tests use decrypted credentials only');
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return new PhoneServiceApi().properties;
	}
}
