import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { BackgroundProcess } from '../../e2e/n8n/background-process';
import { CalledWorkflow } from '../../e2e/n8n/called-workflow';
import { startN8n, type N8nInstance } from '../../e2e/n8n/n8n-instance';
import { hasBegun, startWorker } from '../../e2e/n8n/n8n-worker';
import { installTarball, type PackageTarball } from '../../e2e/n8n/package-tarball';
import { stage } from '../../e2e/n8n/progress';
import { startQueueServices } from '../../e2e/n8n/queue-services';
import { temporaryFolder } from '../../e2e/n8n/temporary-folder';
import { calledContenderWorkflow, type Contender } from '../contenders';
import { longestRunMilliseconds } from './n8n-execution';
import { storedCredentials } from './stored-credentials';

/** n8n in queue mode: Redis, PostgreSQL, main and two workers, each with the packed project in its own user folder. */
export class QueueLab {
	private constructor(
		private readonly main: N8nInstance,
		private readonly workers: BackgroundProcess[],
	) {}

	/** Starts it. Each worker runs one execution at a time, so that two executions run on both. */
	static async started(tarball: PackageTarball): Promise<QueueLab> {
		const folder = temporaryFolder('phone-service-bench-queue');
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
		const credentials = await storedCredentials(this.main, baseUrl);
		const workflow = await CalledWorkflow.published(this.main, credentials, (path) =>
			calledContenderWorkflow(path, contender, baseUrl),
		);
		const ids = await workflow.callAtOnce(lists.map((items) => ({ items })));
		const { executions } = this.main;
		await Promise.all(
			ids.map(async (id) => await executions.ended(id, { milliseconds: longestRunMilliseconds })),
		);
		const ranOn = ids.map((id) =>
			this.workers.findIndex(({ logFile }) => hasBegun(readFileSync(logFile, 'utf8'), id)),
		);
		if (new Set(ranOn).size < lists.length) throw new Error(`${contender.name} did not run on both workers`);
	}

	/** Stops main and workers; the services end with this process. */
	async stop(): Promise<void> {
		await Promise.all([this.main, ...this.workers].map(async (each) => await each.stop()));
	}
}
