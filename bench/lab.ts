import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { freePort } from '../scripts/n8n/free-port';
import { installedN8n } from '../scripts/n8n/n8n-host';
import { startN8n } from '../scripts/n8n/n8n-instance';
import { freePlace, n8nEnvironment } from '../scripts/n8n/n8n-process';
import { problemText, stage } from '../scripts/n8n/program';
import { run } from '../scripts/n8n/run';
import { installTarball, packedProject } from '../scripts/n8n/package-tarball';
import { temporaryFolder } from '../scripts/n8n/temporary-folder';
import type { Measurement } from './nodes/BenchEnd.node';
import type { N8n } from '../scripts/n8n/n8n';
import { simulatorCredential, type CredentialReference } from '../scripts/n8n/n8n-credentials';
import { demoToken } from '../simulator/accounts';
import { contenderWorkflow, overheadContenders, ratesContenders, type Contender } from './contenders';

const folderName = 'phone-service-bench';

/** A user folder of n8n with the packed project, and the nodes that only the benchmark has as custom nodes. */
export async function installedFolder(tarball: string): Promise<string> {
	const userFolder = temporaryFolder(folderName);
	await installTarball(tarball, userFolder);
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
	return [
		await n8n.credentials.create(simulatorCredential(baseUrl)),
		await n8n.credentials.create({ name: 'Bearer', type: 'httpBearerAuth', data: { token: demoToken } }),
	];
}

/**
 * The n8n of the benchmark: the pinned one, with the packed project and the benchmark's own nodes installed, and a workflow
 * for each contender. Its folder lies outside the project, so that n8n's modules are found where a real n8n finds them, never
 * the project's.
 */
export async function preparedLab() {
	const tarball = await packedProject();
	const userFolder = await installedFolder(tarball);
	/** Where the servers that the contenders talk to have to listen, on 127.0.0.1. */
	const port = await freePort();
	const workflows = await stage('Preparing n8n', async () => {
		return await storedWorkflows(userFolder, `http://127.0.0.1:${port}`);
	});

	return {
		port,
		tarball,
		/** Runs a contender over so many items: an `n8n execute` in a folder of its own, with everything that a real n8n has. */
		run: async (contender: Contender, items: number) => {
			const folder = temporaryFolder(folderName);
			cpSync(userFolder, folder, { recursive: true });
			const { program, modules } = await installedN8n();
			const result = join(folder, 'result.json');
			const own = { BENCH_ITEMS: String(items), BENCH_RESULT: result };
			const execute = [program, 'execute', `--id=${String(workflows.get(contender))}`];
			const log = await run(folder, process.execPath, execute, {
				problem: 'n8n has failed:',
				env: { ...n8nEnvironment(await freePlace(folder), modules), ...own },
			}).catch(problemText);
			// There is none when the contender failed as a whole, so that n8n never came to the node behind it.
			const measured = existsSync(result) ? readFileSync(result, 'utf8') : 'null';
			return { measurement: JSON.parse(measured) as Measurement | null, log };
		},
	};
}

export type Lab = Awaited<ReturnType<typeof preparedLab>>;

async function storedWorkflows(userFolder: string, baseUrl: string): Promise<Map<Contender, string>> {
	const n8n = await startN8n(userFolder);
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
