import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { n8nEnvironment, type N8nPlace } from '../../e2e/n8n/n8n-environment';
import { installedN8n } from '../../e2e/n8n/n8n-host';
import { killGroup, lastLines } from '../../e2e/n8n/npm';
import { stopAtExit, unlessStopping } from '../../e2e/n8n/stop-at-exit';

/** How long one execution may take. */
export const longestRunMilliseconds = 20 * 60_000;

/** How one `n8n execute` ended. */
export interface ExecutionEnd {
	/** The end of n8n's log, for the message when something is missing. */
	log: string;
}

/**
 * Runs a stored workflow with `n8n execute`: a process of its own with everything that a real n8n has (database,
 * credentials, isolated VM for expressions, community packages). Ends with this process at the latest.
 */
export async function execute(
	place: N8nPlace,
	workflowId: string,
	environment: NodeJS.ProcessEnv,
): Promise<ExecutionEnd> {
	const { program } = await installedN8n();
	const logFile = join(place.userFolder, 'execute.log');
	const log = openSync(logFile, 'w');
	const child = spawn(process.execPath, [program, 'execute', `--id=${workflowId}`], {
		cwd: place.userFolder,
		env: { ...n8nEnvironment(place), ...environment },
		stdio: ['ignore', 'ignore', log],
		detached: true,
	});
	closeSync(log);
	const gone = new Promise((resolve) => child.once('close', resolve));
	const kill = () => {
		killGroup(child.pid, 'SIGKILL');
	};
	const forget = stopAtExit({
		kill,
		stop: async () => {
			kill();
			await gone;
		},
	});
	const late = setTimeout(kill, longestRunMilliseconds);
	await gone;
	clearTimeout(late);
	forget();
	killGroup(child.pid, 'SIGKILL');
	await unlessStopping();
	return { log: lastLines(logFile, 20) };
}

/** What a run wrote as JSON; undefined when it did not come that far. */
export function written<Content>(file: string): Content | undefined {
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined;
}
