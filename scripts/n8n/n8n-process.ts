import { delimiter, dirname, join } from 'node:path';
import axios from 'axios';
import { BackgroundProcess } from './background-process';
import { freePort } from './free-port';
import { installedN8n } from './n8n-host';

/** Where one n8n runs. */
export interface N8nPlace {
	/** The folder that holds everything of this n8n: `.n8n` with its database, settings and community packages. */
	userFolder: string;
	/** The port of the editor and the HTTP interface, on 127.0.0.1. */
	port: number;
	/** The port on 127.0.0.1 where its runner of Code nodes connects. */
	brokerPort: number;
	/** The address of the editor, without a slash at its end. */
	url: string;
}

/** A place for the n8n of a user folder; a free port unless one is given. */
export async function freePlace(userFolder: string, given?: number): Promise<N8nPlace> {
	const port = given ?? (await freePort());
	return { userFolder, port, brokerPort: await freePort(), url: `http://127.0.0.1:${String(port)}` };
}

/** Modules that call n8n's makers. Older releases lack them, and n8n refuses to start with the name of one it lacks. */
const unwantedModules = ['instance-ai', 'mcp-registry'];

/** What would call n8n's makers, or greet newcomers. */
const off = [
	'N8N_DIAGNOSTICS_ENABLED',
	'N8N_VERSION_NOTIFICATIONS_ENABLED',
	'N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED',
	'N8N_TEMPLATES_ENABLED',
	'N8N_PERSONALIZATION_ENABLED',
	'N8N_HIRING_BANNER_ENABLED',
	'N8N_DYNAMIC_BANNERS_ENABLED',
	'N8N_LICENSE_AUTO_RENEW_ENABLED',
	'N8N_VERIFIED_PACKAGES_ENABLED',
	'N8N_AI_GATEWAY_ENABLED',
	'N8N_SECURE_COOKIE',
];

/** Of this process's own environment, what n8n gets: none of its n8n settings. */
const { HOME, LANG, TZ, TMPDIR, NODE_COMPILE_CACHE, PATH } = process.env;

/** The environment variables that n8n is started with: everything listens on 127.0.0.1. */
export function n8nEnvironment(
	{ userFolder, port, brokerPort, url }: N8nPlace,
	modules: string[],
): NodeJS.ProcessEnv {
	return {
		...{ HOME, LANG, TZ, TMPDIR, NODE_COMPILE_CACHE },
		PATH: [dirname(process.execPath), PATH].join(delimiter),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...Object.fromEntries(off.map((name) => [name, 'false'])),
		N8N_DISABLED_MODULES: modules.filter((name) => unwantedModules.includes(name)).join(','),
	};
}

/**
 * Starts the pinned n8n, installing it first if need be, and resolves when it is ready. `command` follows `n8n` on the
 * command line, `env` are further environment variables, and the log is `<name>.log` in the user folder.
 */
export async function startN8nProcess(
	place: N8nPlace,
	{ command = ['start'], env = {}, name = 'n8n' } = {},
): Promise<BackgroundProcess> {
	const { program, modules } = await installedN8n();
	return await BackgroundProcess.started({
		name,
		program: process.execPath,
		args: [program, ...command],
		folder: place.userFolder,
		env: { ...n8nEnvironment(place, modules), ...env },
		logFile: join(place.userFolder, `${name}.log`),
		ready: async () => await axios.get(`${place.url}/healthz/readiness`, { timeout: 2_000, proxy: false }),
	});
}
