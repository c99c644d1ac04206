import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../e2e/n8n/free-port';
import { freePlace, n8nEnvironment } from '../../e2e/n8n/n8n-environment';
import { installedN8n } from '../../e2e/n8n/n8n-host';
import { startN8n } from '../../e2e/n8n/n8n-instance';
import { nodeProgram } from '../../e2e/n8n/npm';
import { stage } from '../../e2e/n8n/progress';
import { installTarball, packedProject } from '../../e2e/n8n/package-tarball';
import { temporaryFolder } from '../../e2e/n8n/temporary-folder';
import type { Measurement } from '../nodes/measurement';
import { installBenchNodes } from './bench-nodes';
import { contenderWorkflow, type Contender } from '../contenders';
import { storedCredentials } from './stored-credentials';

/** What one run left behind. */
export interface Run {
	/** Undefined when the contender failed as a whole, so that n8n never came to the node behind it. */
	measurement?: Measurement;
	/** The end of n8n's log, for the message when something is missing. */
	log: string;
}

const folderName = 'phone-service-bench';

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
		/** The packed project. */
		readonly tarball: string,
	) {}

	/** Sets it up with a workflow for each contender. */
	static async prepared(contenders: Contender[]): Promise<Lab> {
		const userFolder = temporaryFolder(folderName);
		const tarball = await packedProject();
		installTarball(tarball, userFolder);
		installBenchNodes(userFolder);
		const port = await freePort();
		return await stage('Preparing n8n', async () => {
			const workflows = await storedWorkflows(userFolder, `http://127.0.0.1:${port}`, contenders);
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

async function storedWorkflows(
	userFolder: string,
	baseUrl: string,
	contenders: Contender[],
): Promise<Map<Contender, string>> {
	const n8n = await startN8n({ userFolder });
	try {
		const credentials = await storedCredentials(n8n, baseUrl);
		const workflows = new Map<Contender, string>();
		for (const contender of contenders) {
			const workflow = contenderWorkflow(contender, baseUrl);
			workflows.set(contender, (await n8n.workflows.import(workflow, credentials)).id);
		}
		return workflows;
	} finally {
		await n8n.stop();
	}
}
