const variable = 'PHONE_SERVICE_E2E_QUEUE';

/** Hands the environment variables that main and workers have in common on to the test files, and answers them. */
export function shareQueue(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	process.env[variable] = JSON.stringify(environment);
	return environment;
}

/** The environment variables that every worker has in common with main. */
export function sharedQueue(): NodeJS.ProcessEnv {
	return JSON.parse(process.env[variable] ?? '') as NodeJS.ProcessEnv;
}
