import { sharedRun } from '../support/shared-run';

/** The environment variables that every worker has in common with main. */
export function sharedQueue(): NodeJS.ProcessEnv {
	return sharedRun().env;
}
