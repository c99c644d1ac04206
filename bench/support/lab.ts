import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/n8n/free-port';
import { startN8n } from '../../e2e/n8n/n8n-instance';
import { stage } from '../../e2e/n8n/progress';
import { stopAtExit } from '../../e2e/n8n/stop-at-exit';
import { installTarball, packedProject } from '../../e2e/n8n/package-tarball';
import type { Measurement } from '../nodes/measurement';
import { installBenchNodes } from './bench-nodes';
import { execute, written, type ExecutionEnd } from './n8n-execution';
import { contenderWorkflow, type Contender } from '../contenders';

/** The token that everything in the benchmark sends; the simulator's public one. */
export const token = 'demo-token';

/** What one run left behind. */
export interface Run extends ExecutionEnd {
	/** Undefined when the contender failed as a whole, so that n8n never came to the node behind it. */
	measurement?: Measurement;
	/** When the contender began, in milliseconds since the epoch. */
	begunAt?: number;
}

interface RunOptions {
	items: number;
	/** Where a CPU profile goes. */
	profile?: string;
	/** Where the counted evaluations go. */
	evaluations?: string;
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
	) {}

	/** Sets it up with a workflow for each contender. */
	static async prepared(contenders: Contender[]): Promise<Lab> {
		const userFolder = mkdtempSync(join(tmpdir(), 'phone-service-bench-'));
		const remove = () => {
			rmSync(userFolder, { recursive: true, force: true });
		};
		stopAtExit({ kill: remove, stop: async () => Promise.resolve(remove()) });
		await installTarball(await packedProject(), userFolder);
		installBenchNodes(userFolder);
		const port = await freePort();
		return await stage('Preparing n8n', async () => {
			const workflows = await storedWorkflows(userFolder, `http://127.0.0.1:${port}`, contenders);
			return new Lab(port, userFolder, workflows);
		});
	}

	/** The folder for files of the runs. */
	file(name: string): string {
		return join(this.userFolder, name);
	}

	/** Runs a contender over so many items. */
	async run(contender: Contender, { items, profile, evaluations }: RunOptions): Promise<Run> {
		const workflowId = this.workflows.get(contender);
		if (workflowId === undefined) throw new Error(`There is no workflow for ${contender.name}`);
		const files = { BENCH_RESULT: this.file('result.json'), BENCH_BEGUN: this.file('begun.json') };
		for (const file of Object.values(files)) rmSync(file, { force: true });
		const place = { userFolder: this.userFolder, port: await freePort(), brokerPort: await freePort() };
		const end = await execute(place, workflowId, {
			...benchEnvironment(`http://127.0.0.1:${this.port}`),
			...contender.environment,
			...files,
			BENCH_ITEMS: String(items),
			BENCH_PROFILE: profile,
			BENCH_EVALUATIONS: evaluations,
		});
		return {
			...end,
			measurement: written<Measurement>(files.BENCH_RESULT),
			begunAt: written<number>(files.BENCH_BEGUN),
		};
	}
}

function benchEnvironment(baseUrl: string): NodeJS.ProcessEnv {
	return { BENCH_URL: `${baseUrl}/send/imessage`, BENCH_TOKEN: token };
}

async function storedWorkflows(
	userFolder: string,
	baseUrl: string,
	contenders: Contender[],
): Promise<Map<Contender, string>> {
	const n8n = await startN8n({ userFolder, env: benchEnvironment(baseUrl) });
	try {
		const credentials = [
			await n8n.credentials.create({
				name: 'Service',
				type: 'phoneServiceApi',
				data: { accessToken: token, baseUrl },
			}),
			await n8n.credentials.create({ name: 'Bearer', type: 'httpBearerAuth', data: { token } }),
		];
		const workflows = new Map<Contender, string>();
		for (const contender of contenders) {
			const workflow = contenderWorkflow(contender, baseUrl, credentials);
			workflows.set(contender, (await n8n.workflows.import(workflow)).id);
		}
		return workflows;
	} finally {
		await n8n.stop();
	}
}
