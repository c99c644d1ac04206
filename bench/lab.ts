import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { freePort } from '../e2e/n8n/free-port';
import { freePlace, n8nEnvironment } from '../e2e/n8n/n8n-environment';
import { installedN8n } from '../e2e/n8n/n8n-host';
import { startN8n } from '../e2e/n8n/n8n-instance';
import { nodeProgram } from '../e2e/n8n/npm';
import { stage } from '../e2e/n8n/progress';
import { installTarball, packedProject } from '../e2e/n8n/package-tarball';
import { temporaryFolder } from '../e2e/n8n/temporary-folder';
import type { Measurement } from './nodes/measurement';
import type { N8n } from '../e2e/n8n/n8n';
import type { CredentialReference } from '../e2e/n8n/n8n-credentials';
import { demoToken } from '../simulator/accounts';
import { demoWebhookSecret } from '../simulator/webhook-events';
import { contenderWorkflow, overheadContenders, ratesContenders, type Contender } from './contenders';

export interface Run {
	/** Undefined when the contender failed as a whole, so that n8n never came to the node behind it. */
	measurement?: Measurement;
	/** The end of n8n's log, for the message when something is missing. */
	log: string;
}

const folderName = 'phone-service-bench';

/** A user folder of n8n with the packed project, and the nodes that only the benchmark has as custom nodes. */
export function installedFolder(tarball: string): string {
	const userFolder = temporaryFolder(folderName);
	installTarball(tarball, userFolder);
	const sourceFolder = join(__dirname, 'nodes');
	const folder = join(userFolder, '.n8n', 'custom');
	mkdirSync(folder, { recursive: true });
	for (const file of readdirSync(sourceFolder)) {
		const { outputText } = ts.transpileModule(readFileSync(join(sourceFolder, file), 'utf8'), {
			compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
		});
		writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), outputText);
	}
	return userFolder;
}

/** Stores what the contenders need to talk to a service: this package's credential, and one for the HTTP Request node. */
export async function storedCredentials(n8n: N8n, baseUrl: string): Promise<CredentialReference[]> {
	const service = { accessToken: demoToken, baseUrl, webhookSecret: demoWebhookSecret };
	return [
		await n8n.credentials.create({ name: 'Service', type: 'phoneServiceApi', data: service }),
		await n8n.credentials.create({ name: 'Bearer', type: 'httpBearerAuth', data: { token: demoToken } }),
	];
}

/**
 * The n8n of the benchmark: the pinned one, with the packed project and the benchmark's own nodes installed. Its
 * folder lies outside the project, so that n8n's modules are found where a real n8n finds them, never the project's.
 */
export class Lab {
	private constructor(
		/** Where the servers that the contenders talk to have to listen, on 127.0.0.1. */
		readonly port: number,
		private readonly userFolder: string,
		private readonly workflows: Map<Contender, string>,
		readonly tarball: string,
	) {}

	/** Sets it up with a workflow for each contender. */
	static async prepared(): Promise<Lab> {
		const tarball = await packedProject();
		const userFolder = installedFolder(tarball);
		const port = await freePort();
		return await stage('Preparing n8n', async () => {
			const workflows = await storedWorkflows(userFolder, `http://127.0.0.1:${port}`);
			return new Lab(port, userFolder, workflows, tarball);
		});
	}

	/**
	 * Runs a contender in several processes that begin at the same moment, each over so many items of its own and with
	 * a folder of its own, as if on different machines. Each is an `n8n execute` with everything that a real n8n has.
	 */
	async runTogether(contender: Contender, processes: number, items: number): Promise<Run[]> {
		const workflowId = this.workflows.get(contender);
		if (workflowId === undefined) throw new Error(`There is no workflow for ${contender.name}`);
		const together = { BENCH_TOGETHER: temporaryFolder(folderName), BENCH_PROCESSES: String(processes) };
		const runs = Array.from({ length: processes }, async (_, index) => {
			const numbers = { BENCH_ITEMS: String(items), BENCH_FIRST: String(index * items) };
			return await this.executed(workflowId, { ...together, ...numbers });
		});
		return await Promise.all(runs);
	}

	private async executed(workflowId: string, environment: NodeJS.ProcessEnv): Promise<Run> {
		const folder = temporaryFolder(folderName);
		cpSync(this.userFolder, folder, { recursive: true });
		const { program } = await installedN8n();
		const result = join(folder, 'result.json');
		const { log } = await nodeProgram(folder, [program, 'execute', `--id=${workflowId}`], {
			...n8nEnvironment(await freePlace(folder)),
			...environment,
			BENCH_RESULT: result,
		});
		return {
			measurement: existsSync(result) ? (JSON.parse(readFileSync(result, 'utf8')) as Measurement) : undefined,
			log,
		};
	}
}

async function storedWorkflows(userFolder: string, baseUrl: string): Promise<Map<Contender, string>> {
	const n8n = await startN8n({ userFolder });
	try {
		const credentials = await storedCredentials(n8n, baseUrl);
		const workflows = new Map<Contender, string>();
		for (const contender of [...Object.values(ratesContenders), ...Object.values(overheadContenders)]) {
			const workflow = contenderWorkflow(contender, baseUrl);
			workflows.set(contender, (await n8n.workflows.import(workflow, credentials)).id);
		}
		return workflows;
	} finally {
		await n8n.stop();
	}
}
