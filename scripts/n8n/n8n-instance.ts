import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { BackgroundProcess } from './background-process';
import { N8n } from './n8n';
import { freePlace, startN8nProcess, type N8nPlace } from './n8n-process';
import { servedSettings, signedInRest, type SignIn } from './n8n-rest';

/** A running n8n that this process has started, signed in as its owner. */
export class N8nInstance extends N8n {
	constructor(
		private process: BackgroundProcess,
		private readonly place: N8nPlace,
		private readonly env: NodeJS.ProcessEnv,
		/** What the owner signs in with. */
		readonly signIn: SignIn,
		rest: AxiosInstance,
	) {
		super(place.url, process.logFile, rest);
	}

	/** Resolves when n8n has ended, for whatever reason. */
	get gone(): Promise<void> {
		return this.process.gone;
	}

	/** Asks n8n to end, and kills it if it has not after 15 seconds. */
	async stop(): Promise<void> {
		await this.process.stop();
	}

	/** Ends n8n at once (SIGKILL), as a crash would. */
	async kill(): Promise<void> {
		await this.process.kill();
	}

	/** Starts n8n once more, which has ended: at its address, in its session. */
	async startAgain(): Promise<void> {
		this.process = await startN8nProcess(this.place, { env: this.env });
		await servedSettings(this.rest);
	}
}

/**
 * Starts the pinned n8n (installing it first if need be) on a port of 127.0.0.1, a free one unless told, waits until it is
 * ready, and signs in as its owner, who is set up the first time. On the same folder, it continues where it ended. It ends with
 * this process at the latest.
 */
export async function startN8n(
	userFolder: string,
	env: NodeJS.ProcessEnv = {},
	port?: number,
): Promise<N8nInstance> {
	const place = await freePlace(userFolder, port);
	const started = await startN8nProcess(place, { env });
	const signIn = ownerSignIn(userFolder);
	const rest = await signedInRest(place.url, signIn);
	return new N8nInstance(started, place, env, signIn, rest);
}

/** The owner's sign-in of a user folder, made up the first time and kept there. */
function ownerSignIn(userFolder: string): SignIn {
	const file = join(userFolder, 'sign-in.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SignIn;
	const signIn = { email: 'owner@example.com', password: `Aa1${randomBytes(9).toString('base64url')}` };
	writeFileSync(file, JSON.stringify(signIn), { mode: 0o600 });
	return signIn;
}
