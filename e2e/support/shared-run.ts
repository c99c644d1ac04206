import { N8n } from '../n8n/n8n';
import { restClient, type SessionHeaders } from '../n8n/n8n-rest';

/** What is started before the test files, which jest keeps apart from the one that has started it. */
interface SharedRun {
	/** The n8n that all test files share. Signing in once for all of them keeps n8n's limit of 5 a minute. */
	n8n: { url: string; logFile: string; headers: SessionHeaders };
	/** The packed project. */
	tarball: string;
	/** The environment variables that this n8n has beyond others, and that its workers have as well. */
	env: NodeJS.ProcessEnv;
}

const variable = 'PHONE_SERVICE_E2E_RUN';

export function shareRun(run: SharedRun): void {
	process.env[variable] = JSON.stringify(run);
}

export function sharedRun(): SharedRun {
	return JSON.parse(process.env[variable] ?? '') as SharedRun;
}

export function sharedN8n(): N8n {
	const { url, logFile, headers } = sharedRun().n8n;
	return new N8n(url, logFile, restClient(url, headers));
}
