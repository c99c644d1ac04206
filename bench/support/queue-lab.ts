import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import type { BackgroundProcess } from '../../e2e/n8n/background-process';
import { startN8n, type N8nInstance } from '../../e2e/n8n/n8n-instance';
import { startWorker } from '../../e2e/n8n/n8n-worker';
import { installTarball, type PackageTarball } from '../../e2e/n8n/package-tarball';
import { stage } from '../../e2e/n8n/progress';
import { startQueueServices } from '../../e2e/n8n/queue-services';
import { stopAtExit } from '../../e2e/n8n/stop-at-exit';
import { calledContenderWorkflow, type Contender } from '../contenders';
import { storedCredentials } from './stored-credentials';

const longestMilliseconds = 20 * 60_000;

/** n8n in queue mode: Redis, PostgreSQL, main and two workers, each with the packed project in its own user folder. */
export class QueueLab {
	private constructor(
		private readonly main: N8nInstance,
		private readonly workers: BackgroundProcess[],
	) {}

	/** Starts it. Each worker runs one execution at a time, so that two executions run on both. */
	static async started(tarball: PackageTarball): Promise<QueueLab> {
		const folder = mkdtempSync(join(tmpdir(), 'phone-service-bench-queue-'));
		const remove = () => rmSync(folder, { recursive: true, force: true });
		stopAtExit({ kill: remove, stop: async () => Promise.resolve(remove()) });
		return await stage('Starting n8n in queue mode', async () => {
			const env = { ...(await startQueueServices(folder)), N8N_LOG_LEVEL: 'debug' };
			const [userFolder, ...workerFolders] = ['main', 'worker-1', 'worker-2'].map((name) =>
				join(folder, name),
			);
			for (const each of [String(userFolder), ...workerFolders]) await installTarball(tarball, each);
			const main = await startN8n({ userFolder: String(userFolder), env });
			const starting = workerFolders.map(
				async (each) => await startWorker({ userFolder: each, name: 'worker', concurrency: 1, env }),
			);
			return new QueueLab(main, await Promise.all(starting));
		});
	}

	/** Has both workers run a contender at once, each over one of the lists, and waits for both. */
	async run(contender: Contender, baseUrl: string, lists: IDataObject[][]): Promise<void> {
		const { workflows, executions, url } = this.main;
		const path = randomUUID();
		const credentials = await storedCredentials(this.main, baseUrl);
		const workflow = calledContenderWorkflow(path, contender, baseUrl, credentials);
		const { id: workflowId } = await workflows.import(workflow);
		await workflows.activate(workflowId);
		const call = async (items: IDataObject[]) =>
			await axios.post(`${url}/webhook/${path}`, { items }, { proxy: false });
		await Promise.all(lists.map(call));
		let ids: string[] = [];
		while (ids.length < lists.length) {
			await wait(200);
			ids = (await executions.list({ workflowId })).map(({ id }) => id);
		}
		const ended = ids.map(async (id) => await executions.ended(id, { milliseconds: longestMilliseconds }));
		await Promise.all(ended);
		const ranOn = ids.map((id) => this.workers.findIndex(hasRun(id)));
		if (new Set(ranOn).size < lists.length) throw new Error(`${contender.name} did not run on both workers`);
	}

	/** Stops main and workers; the services end with this process. */
	async stop(): Promise<void> {
		await Promise.all([this.main, ...this.workers].map(async (each) => await each.stop()));
	}
}

function hasRun(executionId: string) {
	return ({ logFile }: BackgroundProcess) =>
		readFileSync(logFile, 'utf8').includes(`Worker started execution ${executionId} `);
}
