/** Plays the histories of test/support in a real n8n. */
import { limits } from '../../nodes/shared/rate/rate-queues';
import type { Simulator } from '../../simulator/simulator';
import { furtherHistories } from '../../test/support/further-histories';
import { recipients, runHistories, type History, type Step } from '../../test/support/histories';
import type { N8n } from '../../scripts/n8n/n8n';
import type { CredentialReference } from '../../scripts/n8n/n8n-credentials';
import { failureOf, runsOf, type Execution } from '../../scripts/n8n/n8n-executions';
import { until } from '../../scripts/n8n/until';
import { MessageList, toldBy, type ListSettings } from './message-list';
import { nothingUnderWay } from './simulated-service';
import { underTest } from './test-workflow';

/** Where histories are played. */
export interface Scene {
	n8n: N8n;
	simulator: () => Simulator;
	credential: CredentialReference;
	/** Ends what runs an execution in the middle of it, and has n8n go on afterwards. */
	kill: (executionId: string) => Promise<unknown>;
}

/** The histories with these names. */
export function histories(...names: string[]): History[] {
	const all = [...runHistories, ...furtherHistories].flatMap(([, rows]) => rows);
	return names.map((name) => {
		const found = all.find(([known]) => known === name);
		if (found) return found;
		throw new Error(`There is no history "${name}"`);
	});
}

/** Has the service fail as a step says. In one that is to be killed, it answers some people alone. */
function fail(simulator: Simulator, step: Step, people: string[], before: string[]): void {
	const { refused = [], unanswered = [], kill, stopAfter } = step;
	const match = (recipient = '') => ({ recipient });
	for (const one of refused) simulator.fault({ kind: 'status', status: 403, match: match(people[one]) });
	for (const one of unanswered) simulator.fault({ kind: 'resetAfter', match: match(people[one]) });
	if (stopAfter !== undefined) simulator.set({ latencyMs: 1_500 });
	if (typeof kill !== 'object') return;
	for (const recipient of people.filter((to) => !before.includes(to)).slice(kill.accepted)) {
		simulator.fault({ kind: 'timeout', processed: true, match: match(recipient) });
	}
}

function underWay({ requests }: Simulator): number {
	return requests.filter((request) => request.underWay).length;
}

/** Cuts an execution off as a step says: by a kill with as many messages under way as may be, or as a user stops it. */
async function cutOff(executionId: string, step: Step, list: MessageList, scene: Scene, before: number) {
	const { n8n, simulator, kill } = scene;
	if (step.kill) {
		await until(() => underWay(simulator()) >= before + limits.requestsAtOnce, 60_000);
		await kill(executionId);
	}
	if (step.stopAfter === undefined) return;
	await list.hasSent(step.stopAfter);
	await n8n.executions.stop(executionId);
	await nothingUnderWay(simulator);
}

/** Checks who was sent a message by a step, after those that were sent one before. */
function expectSent({ sends }: Step, list: MessageList, before: number, execution: Execution): void {
	const { people } = list;
	const own = list.sentTo().slice(before);
	if (sends === 'rest') {
		expect(execution.status).toBe('success');
		list.expectEachOnce(execution);
	} else if (sends === 'some') {
		expect(execution.status).toMatch(/^(canceled|crashed|error)$/);
		expect(own.length).toBeLessThan(people.length - before);
	} else {
		const positions = Array.isArray(sends) ? sends : sends === 'all' ? [...people.keys()] : [];
		expect(own.sort()).toEqual(positions.map((position) => people[position]).sort());
	}
}

/** Checks what a step tells, as far as its history says so. */
function expectTold(step: Step, { people }: MessageList, execution: Execution): void {
	const { told, hints, error, reason = /./ } = step;
	const rows = toldBy(execution);
	const words = rows.map((row) => (row.already_sent ? 'earlier' : row.status));
	if (told) expect(words).toEqual(typeof told === 'string' ? people.map(() => told) : told);
	for (const row of rows) if (row.status === 'failed') expect(row.reason).toMatch(reason);
	const said = runsOf(execution, underTest).flatMap((run) => run.hints ?? []);
	if (hints) {
		expect(said.map(({ message }) => message)).toEqual(hints.map((hint) => expect.stringMatching(hint)));
	}
	if (error) expect(failureOf(execution)).toMatch(error);
}

/** Plays a history, checks each step, and answers the ids of the executions. */
export async function play([, steps, common]: History, scene: Scene): Promise<string[]> {
	const { n8n, simulator, credential } = scene;
	const everybody = recipients(steps.some(({ kill }) => kill) ? 60 : 12);
	const settingsOf = ({ list, parameters, options, settings }: Step): ListSettings => ({
		...common,
		list: list ?? common?.list ?? everybody,
		parameters: { ...common?.parameters, ...parameters },
		options: { ...common?.options, ...options },
		settings: { ...common?.settings, ...settings },
	});
	const [first] = steps as [Step];
	const list = await MessageList.published(n8n, simulator, credential, settingsOf(first));
	const executions: string[] = [];
	for (const [index, step] of steps.entries()) {
		const settings = settingsOf(step);
		await list.change(settings);
		const before = list.sentTo();
		fail(simulator(), step, list.people, before);
		const underWayBefore = underWay(simulator());
		const last = steps.slice(0, index).findLastIndex(({ run }) => run !== 'retry');
		const repeated = step.of ?? last;
		const isChanged = JSON.stringify(settings) !== JSON.stringify(settingsOf(steps[repeated] ?? step));
		const executionId =
			step.run === 'retry'
				? await n8n.executions.retryStarted(String(executions[repeated]), isChanged)
				: String(await list.started(step.run as 'trigger' | 'manual'));
		await cutOff(executionId, step, list, scene, underWayBefore);
		const execution = await n8n.executions.ended(executionId);
		simulator().set({ latencyMs: 0 });
		simulator().clearFaults();
		expectSent(step, list, before.length, execution);
		expectTold(step, list, execution);
		executions.push(executionId);
	}
	return executions;
}
