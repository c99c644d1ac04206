import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { BackgroundProcess } from './background-process';
import { editorUrl, n8nEnvironment, type N8nPlace } from './n8n-environment';
import { installedN8n } from './n8n-host';

export interface N8nProcessOptions {
	/** What follows `n8n` on the command line; `start` unless told. */
	command?: string[];
	/** Further environment variables of n8n. */
	env?: NodeJS.ProcessEnv;
	/** Its log is `<name>.log` in its user folder; `n8n` unless told. */
	name?: string;
}

/** Starts the pinned n8n, installing it first if need be, and resolves when it is ready. */
export async function startN8nProcess(
	place: N8nPlace,
	{ command = ['start'], env, name = 'n8n' }: N8nProcessOptions = {},
): Promise<BackgroundProcess> {
	const { program } = await installedN8n();
	mkdirSync(place.userFolder, { recursive: true });
	return await BackgroundProcess.started({
		name,
		program: process.execPath,
		args: [program, ...command],
		folder: place.userFolder,
		environment: { ...n8nEnvironment(place), ...env },
		logFile: join(place.userFolder, `${name}.log`),
		ready: async () =>
			await axios.get(`${editorUrl(place)}/healthz/readiness`, { timeout: 2_000, proxy: false }),
	});
}
