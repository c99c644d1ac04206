import { delimiter, dirname } from 'node:path';
import { freePort } from './free-port';
import { n8nModules } from './n8n-host';

/** Where one n8n runs. */
export interface N8nPlace {
	/** The folder that holds everything of this n8n: `.n8n` with its database, settings and community packages. */
	userFolder: string;
	/** The port of the editor and the HTTP interface, on 127.0.0.1. */
	port: number;
	/** The port on 127.0.0.1 where its runner of Code nodes connects. */
	brokerPort: number;
}

/** Modules that call n8n's makers. Older releases lack them, and n8n refuses to start with the name of one it lacks. */
const unwantedModules = ['instance-ai', 'mcp-registry'];

/**
 * The environment variables that n8n is started with. Nothing of this process's own n8n settings gets in, everything
 * listens on 127.0.0.1, and whatever would call n8n's makers (telemetry, templates, news, banners, licence renewal,
 * the list of verified community packages) is off.
 */
export function n8nEnvironment(place: N8nPlace): NodeJS.ProcessEnv {
	return {
		PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		HOME: process.env.HOME,
		LANG: process.env.LANG,
		TZ: process.env.TZ,
		TMPDIR: process.env.TMPDIR,
		NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
		N8N_USER_FOLDER: place.userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_EDITOR_BASE_URL: editorUrl(place),
		N8N_WEBHOOK_URL: editorUrl(place),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_AI_GATEWAY_ENABLED: 'false',
		N8N_DISABLED_MODULES: n8nModules()
			.filter((name) => unwantedModules.includes(name))
			.join(','),
	};
}

/** A place for the n8n of a user folder; a free port unless one is given. */
export async function freePlace(userFolder: string, port?: number): Promise<N8nPlace> {
	return { userFolder, port: port ?? (await freePort()), brokerPort: await freePort() };
}

/** The address of the editor, without a slash at its end. */
export function editorUrl(place: Pick<N8nPlace, 'port'>): string {
	return `http://127.0.0.1:${String(place.port)}`;
}
