import axios, { AxiosError, type AxiosInstance } from 'axios';
import { N8nCredentials } from '../n8n/n8n-credentials';
import { N8nExecutions } from '../n8n/n8n-executions';
import type { N8nInstance } from '../n8n/n8n-instance';
import { N8nRefusal, restSettings } from '../n8n/n8n-rest';
import { N8nWorkflows } from '../n8n/n8n-workflows';

/** A running n8n as the tests use it, whoever started it. */
export type N8n = Pick<
	N8nInstance,
	'url' | 'rest' | 'logFile' | 'credentials' | 'workflows' | 'executions' | 'execute'
>;

interface Session {
	url: string;
	logFile: string;
	/** Session cookie and browser id. */
	headers: Record<string, string>;
}

const variable = 'PHONE_SERVICE_E2E_N8N';

/** Hands the signed-in n8n on to the test files, which jest keeps apart from the one that has started it. */
export function shareSession({ url, logFile, rest }: N8nInstance): void {
	const { common, ...own } = rest.defaults.headers;
	const headers = { Cookie: String(common.Cookie), 'browser-id': String(own['browser-id']) };
	process.env[variable] = JSON.stringify({ url, logFile, headers } satisfies Session);
}

/** The n8n that all test files share. Signing in once for all of them keeps n8n's limit of 5 a minute. */
export function sharedN8n(): N8n {
	const { url, logFile, headers } = JSON.parse(process.env[variable] ?? '') as Session;
	const rest = sessionRest(url, headers);
	const workflows = new N8nWorkflows(rest);
	const executions = new N8nExecutions(rest);
	const execute: N8n['execute'] = async (workflowId, options) => {
		const executionId = await workflows.run(workflowId, options);
		return await executions.ended(executionId, { milliseconds: options?.milliseconds });
	};
	return { url, logFile, rest, credentials: new N8nCredentials(rest), workflows, executions, execute };
}

function sessionRest(url: string, headers: Session['headers']): AxiosInstance {
	const rest = axios.create({ ...restSettings(url), headers });
	rest.interceptors.response.use(undefined, (error: unknown) => {
		if (!(error instanceof AxiosError) || !error.response) throw error;
		const { method = 'get', url: path = '' } = error.config ?? {};
		const { status, data } = error.response;
		throw new N8nRefusal(`${method.toUpperCase()} /rest${path}`, status, data);
	});
	return rest;
}
