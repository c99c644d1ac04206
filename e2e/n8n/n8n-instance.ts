import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { BackgroundProcess } from './background-process';
import { freePort } from './free-port';
import { N8nCredentials } from './n8n-credentials';
import { editorUrl } from './n8n-environment';
import { N8nExecutions, type Execution } from './n8n-executions';
import { startN8nProcess } from './n8n-process';
import { signedInRest, type SignIn } from './n8n-rest';
import { N8nWorkflows } from './n8n-workflows';

export interface N8nOptions {
	/** The folder of this n8n; see {@link N8nPlace}. Starting again on the same folder continues where it ended. */
	userFolder: string;
	/** The editor's port on 127.0.0.1; a free one unless told. */
	port?: number;
	/** Further environment variables of n8n. */
	env?: NodeJS.ProcessEnv;
}

/** A running n8n, signed in as its owner. */
export class N8nInstance {
	readonly credentials: N8nCredentials;
	readonly workflows: N8nWorkflows;
	readonly executions: N8nExecutions;

	constructor(
		private readonly process: BackgroundProcess,
		/** The address of the editor, without a slash at its end. */
		readonly url: string,
		/** What the owner signs in with. */
		readonly signIn: SignIn,
		/** The editor's HTTP interface, for what the helpers do not cover. */
		readonly rest: AxiosInstance,
	) {
		this.credentials = new N8nCredentials(rest);
		this.workflows = new N8nWorkflows(rest);
		this.executions = new N8nExecutions(rest);
	}

	/** Where n8n's log goes. */
	get logFile(): string {
		return this.process.logFile;
	}

	/** Resolves when n8n has ended, for whatever reason. */
	get gone(): Promise<void> {
		return this.process.gone;
	}

	/** Runs a stored workflow as the editor's Execute button does and waits for its end. */
	async execute(
		workflowId: string,
		options?: { trigger?: string; milliseconds?: number },
	): Promise<Execution> {
		const executionId = await this.workflows.run(workflowId, options);
		return await this.executions.ended(executionId, { milliseconds: options?.milliseconds });
	}

	/** Asks n8n to end, and kills it if it has not after 15 seconds. */
	async stop(): Promise<void> {
		await this.process.stop();
	}

	/** Ends n8n at once (SIGKILL), as a crash would. */
	async kill(): Promise<void> {
		await this.process.kill();
	}
}

/**
 * Starts the pinned n8n (installing it first if need be) on 127.0.0.1, waits until it is ready, and signs in as its
 * owner, who is set up the first time. It ends with this process at the latest.
 */
export async function startN8n({ userFolder, port, env }: N8nOptions): Promise<N8nInstance> {
	const place = { userFolder, port: port ?? (await freePort()), brokerPort: await freePort() };
	const started = await startN8nProcess(place, { env });
	try {
		const signIn = ownerSignIn(userFolder);
		const rest = await signedInRest(editorUrl(place), signIn);
		return new N8nInstance(started, editorUrl(place), signIn, rest);
	} catch (error) {
		await started.stop();
		throw error;
	}
}

/** The owner's sign-in of a user folder, made up the first time and kept there. */
function ownerSignIn(userFolder: string): SignIn {
	const file = join(userFolder, 'sign-in.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SignIn;
	const signIn = { email: 'owner@example.com', password: `Aa1${randomBytes(9).toString('base64url')}` };
	mkdirSync(userFolder, { recursive: true });
	writeFileSync(file, JSON.stringify(signIn), { mode: 0o600 });
	return signIn;
}
