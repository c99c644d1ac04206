import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../e2e/n8n/free-port';
import { startN8n } from '../../e2e/n8n/n8n-instance';
import { stage } from '../../e2e/n8n/progress';
import { installTarball, packedProject, type PackageTarball } from '../../e2e/n8n/package-tarball';
import { temporaryFolder } from '../../e2e/n8n/temporary-folder';
import type { Measurement } from '../nodes/measurement';
import { installBenchNodes } from './bench-nodes';
import { execute, written, type ExecutionEnd } from './n8n-execution';
import { contenderWorkflow, type Contender } from '../contenders';
import { storedCredentials } from './stored-credentials';

/** What one run left behind. */
export interface Run extends ExecutionEnd {
	/** Undefined when the contender failed as a whole, so that n8n never came to the node behind it. */
	measurement?: Measurement;
	/** When the contender began, in milliseconds since the epoch. */
	begunAt?: number;
}

const folderName = 'phone-service-bench';

interface RunOptions {
	items: number;
	/** How many items other processes make before; none unless told. */
	firstItem?: number;
	/** The processes that begin together, and the folder where they meet; this one alone unless told. */
	together?: { folder: string; processes: number };
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
		/** The packed project. */
		readonly tarball: PackageTarball,
	) {}

	/** Sets it up with a workflow for each contender. */
	static async prepared(contenders: Contender[]): Promise<Lab> {
		const userFolder = temporaryFolder(folderName);
		const tarball = await packedProject();
		await installTarball(tarball, userFolder);
		installBenchNodes(userFolder);
		const port = await freePort();
		return await stage('Preparing n8n', async () => {
			const workflows = await storedWorkflows(userFolder, `http://127.0.0.1:${port}`, contenders);
			return new Lab(port, userFolder, workflows, tarball);
		});
	}

	/** The path of a file of the runs, by its name. */
	file(name: string): string {
		return join(this.userFolder, name);
	}

	/** Runs a contender over so many items. */
	async run(contender: Contender, options: RunOptions): Promise<Run> {
		return await this.runIn(this.userFolder, contender, options);
	}

	/**
	 * Runs a contender in several processes that begin at the same moment, each over so many items of its own and with
	 * a folder of its own, as if on different machines.
	 */
	async runTogether(contender: Contender, processes: number, items: number): Promise<Run[]> {
		const together = { folder: temporaryFolder(folderName), processes };
		const runs = Array.from({ length: processes }, async (_, index) => {
			const userFolder = temporaryFolder(folderName);
			cpSync(this.userFolder, userFolder, { recursive: true });
			return await this.runIn(userFolder, contender, { items, firstItem: index * items, together });
		});
		return await Promise.all(runs);
	}

	private async runIn(
		userFolder: string,
		contender: Contender,
		{ items, firstItem = 0, together }: RunOptions,
	): Promise<Run> {
		const workflowId = this.workflows.get(contender);
		if (workflowId === undefined) throw new Error(`There is no workflow for ${contender.name}`);
		const files = {
			BENCH_RESULT: join(userFolder, 'result.json'),
			BENCH_BEGUN: join(userFolder, 'begun.json'),
		};
		for (const file of Object.values(files)) rmSync(file, { force: true });
		const place = { userFolder, port: await freePort(), brokerPort: await freePort() };
		const end = await execute(place, workflowId, {
			...files,
			BENCH_ITEMS: String(items),
			BENCH_FIRST: String(firstItem),
			...(together && {
				BENCH_TOGETHER: together.folder,
				BENCH_PROCESSES: String(together.processes),
			}),
		});
		return {
			...end,
			measurement: written<Measurement>(files.BENCH_RESULT),
			begunAt: written<number>(files.BENCH_BEGUN),
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
