import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isClaimed } from '../scripts/n8n/alone';
import {
	chatModelCredential,
	simulatorCredential,
	type CredentialReference,
} from '../scripts/n8n/n8n-credentials';
import { failureOf, jsonOf } from '../scripts/n8n/n8n-executions';
import { fillForm } from '../scripts/n8n/filled-form';
import { freePort } from '../scripts/n8n/free-port';
import { installedN8n } from '../scripts/n8n/n8n-host';
import { startN8n, type N8nInstance } from '../scripts/n8n/n8n-instance';
import { installTarball, packedProject } from '../scripts/n8n/package-tarball';
import { ClearProblem, stage } from '../scripts/n8n/program';
import { projectPackage, root } from '../scripts/project-root';
import { runProgram } from '../scripts/n8n/background-process';
import { photo } from '../simulator/attachments';
import { plainText } from '../simulator/page/formatting';
import { usualPort } from '../simulator/settings';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { until } from '../scripts/n8n/until';
import { startFakeChatModel, type ChatRequest } from '../scripts/n8n/fake-chat-model';
import { putExample, putExamples, sendEventsToPublished } from './examples';
import { whatBecame } from './what-became';

/**
 * n8n's data of the demo, one folder a clone. Outside the project: there, Node would find the project's own
 * n8n-workflow for the installed package, where a user's package gets that of n8n.
 */
const clone = createHash('sha256').update(root).digest('hex').slice(0, 8);
const userFolder = join(tmpdir(), `${projectPackage.name}-demo-${clone}`);
/** Who is asked in the example approval-by-message.json. */
const manager = '+12025550199';

/** Where the editor is, unless something else is there. */
const editorPort = 5678;

/** The workflow that is shown first. */
const shown = 'look-up-then-message.json';

/** Everything from nothing to the example workflows in a real n8n; then waits, unless told to run once. */
async function demo(isOnce: boolean): Promise<void> {
	claimFolder();
	const { version } = await installedN8n();
	await installTarball(await packedProject(), userFolder);
	const port = await freePort(editorPort);
	const n8n = await stage(`Starting n8n ${version}`, () => startN8n(userFolder, {}, port));
	const simulator = await startSimulator({ port: await freePort(usualPort) });
	const model = await startFakeChatModel(said);
	const credentials = [
		await n8n.credentials.save(simulatorCredential(simulator.url)),
		await n8n.credentials.save(chatModelCredential(model.url)),
	];
	await showRun(n8n, simulator, credentials);
	const examples = await stage('Putting all examples into n8n', () => putExamples(n8n, credentials));
	await stage('Publishing the workflow "Agent as receptionist"', async () => {
		await n8n.workflows.activate(String(examples['agent-as-receptionist.json']));
		await sendEventsToPublished(n8n, simulator);
	});
	await showConversation(simulator);
	await stage('Filling in the form of "Send the file of a form"', () =>
		sendPhoto(n8n, simulator, String(examples['send-the-file-of-a-form.json'])),
	);
	await stage('Running the workflow "Approval by message"', () =>
		ask(n8n, String(examples['approval-by-message.json'])),
	);
	if (!isOnce) await stayOpen(n8n, simulator, String(examples[shown]));
}

/** Runs the workflow that is shown first, and tells what became of each person. What was sent is forgotten afterwards. */
async function showRun(n8n: N8nInstance, simulator: Simulator, credentials: CredentialReference[]) {
	const id = await putExample(n8n, shown, credentials);
	const execution = await stage('Running the workflow "Look up, then message"', () => n8n.execute(id));
	if (execution.status !== 'success') throw new ClearProblem(`It failed. ${failureOf(execution) ?? ''}`);
	const setAside = jsonOf<Record<string, string>>(execution, 'Set Aside');
	for (const person of jsonOf<Record<string, string>>(execution, 'Look Up Number')) {
		const { name = '', number, line_type: lineType } = person;
		const message = simulator.outbox.find(({ to }) => to === number);
		const reason = setAside.find((one) => one.number === number)?.reason ?? '';
		console.log(`  ${message ? whatBecame(name, message, lineType) : `${name} · nothing sent · ${reason}`}`);
	}
}

/** Keeps a second demo out of the folder until this one ends: two n8n on one database would spoil it. */
function claimFolder(): void {
	const file = join(userFolder, 'demo.pid');
	if (!isClaimed(file)) {
		throw new ClearProblem('The demo of this project is running already. Stop that one first, with Ctrl-C.');
	}
}

/** What the chat model says that is played here. */
function said({ messages }: ChatRequest): string {
	const asked = String(messages.findLast(({ role }) => role === 'user')?.content);
	return `I am the assistant of the shop, played by the demo. You wrote: ${asked.replaceAll('\n', ' / ')}`;
}

/** Writes to the published workflow as somebody else, and shows what comes back. */
async function showConversation(simulator: Simulator): Promise<void> {
	const [from, to] = ['+12065550133', '+14155550100'];
	const texts = ['Hi', 'is table 4 free at 8?'];
	for (const text of texts) simulator.write({ from, to, text });
	const answer = await until(() => {
		const sent = simulator.outbox.find((message) => message.to === from && message.from === to);
		if (sent) return sent;
		throw new ClearProblem(`Nobody answered: ${JSON.stringify(simulator.events.at(-1)?.answers)}`);
	}, 60_000);
	console.log(
		`\n${from} wrote     ${texts.join(' / ')}\n${to} answered  ${plainText(String(answer.message), answer.asked)}\n`,
	);
}

/** Sends a photo by the form of a workflow, until it has arrived. */
async function sendPhoto(n8n: N8nInstance, simulator: Simulator, id: string): Promise<void> {
	await n8n.workflows.activate(id);
	const file = new File([photo], 'photo.png', { type: 'image/png' });
	await fillForm(n8n, await n8n.workflows.get(id), ['Ada', file]);
	await until(() => simulator.outbox.some(({ files }) => files.some(({ fetched }) => fetched)), 60_000);
}

/** Runs the workflow that asks the manager, until it waits for the answer. */
async function ask(n8n: N8nInstance, id: string): Promise<void> {
	const { status } = await n8n.executions.ended(await n8n.workflows.run(id), { orWaits: true });
	if (status !== 'waiting') throw new ClearProblem('The workflow "Approval by message" asked nobody.');
}

async function stayOpen(n8n: N8nInstance, simulator: Simulator, workflowId: string): Promise<void> {
	console.log(`
n8n's editor      ${n8n.url}/workflow/${workflowId}
  email           ${n8n.signIn.email}
  password        ${n8n.signIn.password}
Simulator         ${simulator.url}/   (what would have arrived)

Press "Execute workflow" in the editor: "Look up, then message" sends again. The service allows 6 lookups a minute,
so it can take one.
All other examples are there, too. Publish one with a Messaging Trigger, and it gets the simulator's messages, too.
Write to the workflow "Agent as receptionist": open the simulator, and write in any chat. It answers several messages at
once, after five seconds, and a chat model that the demo plays says what.
Answer the workflow "Approval by message": open the chat with ${manager} there, and write "yes". Then the customer
gets a message too. The photo above it came by the form of "Send the file of a form".

The examples are put back at the next start; duplicate them to keep changes.
Press Ctrl-C to stop.`);
	const isGone = n8n.gone.then(() => true);
	while (!(await Promise.race([isGone, wait(2_000, false)]))) {
		// n8n may be busy, or just ending.
		await sendEventsToPublished(n8n, simulator).catch(() => undefined);
	}
	throw new ClearProblem(`n8n has ended by itself. Its log: ${n8n.logFile}`);
}

process.once('SIGINT', () => console.log('\nStopped. Your workflows are kept.'));
void runProgram(async () => {
	const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
	await demo(values.once);
});
