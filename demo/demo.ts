import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { failureOf, type Execution } from '../e2e/n8n/n8n-executions';
import { installedN8n } from '../e2e/n8n/n8n-host';
import { startN8n, type N8nInstance } from '../e2e/n8n/n8n-instance';
import { workflowFile } from '../e2e/n8n/exported-workflow';
import { installTarball, packedProject } from '../e2e/n8n/package-tarball';
import { stage } from '../e2e/n8n/progress';
import { projectFolder, projectPackage } from '../e2e/n8n/project-folders';
import { runProgram, stopAtExit, unlessStopping } from '../e2e/n8n/stop-at-exit';
import { demoToken } from '../simulator/accounts';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { claimFolder } from './only-one';
import { demoOptions, usage, type DemoOptions } from './options';
import { runProblems, runReport } from './report';

/**
 * n8n's data of the demo, one folder a clone. Outside the project: there, Node would find the project's own
 * n8n-workflow for the installed package, where a user's package gets that of n8n.
 */
const clone = createHash('sha256').update(projectFolder).digest('hex').slice(0, 8);
const userFolder = join(tmpdir(), `${projectPackage.name}-demo-${clone}`);
const exampleFile = join(projectFolder, 'examples', 'look-up-then-message.json');

/** Everything from nothing to the example workflow's run in a real n8n; then waits, unless told to run once. */
async function demo(options: DemoOptions): Promise<void> {
	claimFolder(userFolder);
	const { version } = await installedN8n();
	const tarball = await packedProject();
	await installTarball(tarball, userFolder);
	const simulator = await startSimulator({ port: options.simulatorPort });
	stopAtExit(simulator);
	const n8n = await stage(`Starting n8n ${version}`, () =>
		startN8n({ userFolder, port: options.editorPort }),
	);
	const workflowId = await importedExample(n8n, simulator);
	const execution = await stage('Running the workflow "Look up, then message"', () =>
		n8n.execute(workflowId),
	);
	showRun(execution, simulator);
	if (!options.once) await stayOpen(n8n, simulator, workflowId);
}

/** Stores credential and example workflow, in place of those of an earlier start. */
async function importedExample(n8n: N8nInstance, simulator: Simulator): Promise<string> {
	const credential = await n8n.credentials.save({
		name: 'Phone Service simulator',
		type: 'phoneServiceApi',
		data: { accessToken: demoToken, baseUrl: simulator.url },
	});
	const { id } = await n8n.workflows.save(workflowFile(exampleFile), [credential]);
	return id;
}

function showRun(execution: Execution, simulator: Simulator): void {
	if (execution.status !== 'success') {
		throw new ClearProblem(
			`The workflow ended with status "${execution.status}". ${failureOf(execution) ?? ''}`.trimEnd(),
		);
	}
	console.log(`\n${runReport(execution, simulator.outbox)}\n`);
	const problems = runProblems(execution, simulator.outbox);
	if (problems.length > 0) throw new ClearProblem(problems.join('\n'));
}

async function stayOpen(n8n: N8nInstance, simulator: Simulator, workflowId: string): Promise<void> {
	console.log(`n8n's editor      ${n8n.url}/workflow/${workflowId}
  email           ${n8n.signIn.email}
  password        ${n8n.signIn.password}
Simulator         ${simulator.url}/   (what would have arrived)

The example workflow is put back at the next start; duplicate it to keep changes.
Press Ctrl-C to stop.`);
	process.exitCode = 0;
	await n8n.gone;
	await unlessStopping();
	throw new ClearProblem(`n8n has ended by itself. Its log: ${n8n.logFile}`);
}

void runProgram(async () => {
	const options = await demoOptions(process.argv.slice(2));
	if (options === undefined) console.log(usage);
	else await demo(options);
});
