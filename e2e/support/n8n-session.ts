import { N8n } from '../n8n/n8n';
import { restClient, sessionHeaders, type SessionHeaders } from '../n8n/n8n-rest';

interface Session {
	url: string;
	logFile: string;
	headers: SessionHeaders;
}

const variable = 'PHONE_SERVICE_E2E_N8N';

/** Hands the signed-in n8n on to the test files, which jest keeps apart from the one that has started it. */
export function shareSession({ url, logFile, rest }: N8n): void {
	process.env[variable] = JSON.stringify({ url, logFile, headers: sessionHeaders(rest) } satisfies Session);
}

/** The n8n that all test files share. Signing in once for all of them keeps n8n's limit of 5 a minute. */
export function sharedN8n(): N8n {
	const { url, logFile, headers } = JSON.parse(process.env[variable] ?? '') as Session;
	return new N8n(url, logFile, restClient(url, headers));
}
