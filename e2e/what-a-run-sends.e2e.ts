/** What a run sends after others, by each of the ways in which n8n starts one. */
import { readFileSync } from 'node:fs';
import { jsonOf, runsOf, type Execution } from './n8n/n8n-executions';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { fromDatabase, recordedValues } from './support/n8n-database';
import { people } from './support/reached';
import { token, useService } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const { n8n, simulator, credential } = useService({ publicMaterial: false });
let workflowId: string;

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential(), { text: 'Hello', ...settings });
}

/** What runs next, to how many it sends, and what is different from then on or this time. */
interface Step {
	run: Starter | 'Execute step' | 'Retry';
	sends: number;
	edit?: Partial<ListSettings>;
	/** Whom the webhook is called with. */
	to?: string[];
	/** Who is refused this time. */
	refused?: string[];
	/** What stands above the output. */
	hint?: RegExp;
}

const step = (run: Step['run']) => (sends: number, also?: Partial<Step>) => ({ run, sends, ...also });
const byHand = step('By Hand');
const called = step('Call');
const scheduled = step('Schedule');
const retried = step('Retry');

const all = people(20);
const [first, second] = all as [string, string];
const others = people(5, 'other');
const refused = [second];
const stops: Partial<ListSettings> = { settings: { onError: 'stopWorkflow' } };
const spring = { campaignName: 'spring' };
const again = { sendAgain: true };

const rows: Record<string, [Partial<ListSettings>, ...Step[]]> = {
	'a finished list by hand again: nothing, and a word how to send it again': [
		{},
		byHand(20),
		byHand(0, { hint: /^20 accepted earlier\. .*last 12 hours.*turn on Send Again/ }),
		byHand(20, { edit: { options: again } }),
	],
	'by a trigger to everybody, by hand to nobody whom that has sent to': [
		{},
		called(20),
		byHand(0),
		scheduled(20),
	],
	'Retry after a run by hand has sent the rest': [stops, called(19, { refused }), byHand(1), retried(0)],
	'Retry of a run by hand with another text': [
		stops,
		byHand(19, { refused }),
		retried(1, { edit: { text: 'Good evening' } }),
	],
	'Retry On Fail, one refused each time, then Retry': [
		{ settings: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 2, waitBetweenTries: 500 } },
		called(19, { refused: [second, second] }),
		retried(1),
	],
	'Execute step after one was refused': [stops, byHand(19, { refused }), step('Execute step')(1)],
	'a campaign, whatever run or text': [
		{ options: spring },
		called(19, { refused }),
		scheduled(1),
		byHand(0, { edit: { text: '={{ "Hello " + Math.random() }}' } }),
		called(5, { to: [...all, ...others, ...others.map((to) => to.toUpperCase())] }),
		byHand(20, { edit: { options: { ...spring, ...again } } }),
	],
	'idempotency keys, by a trigger and by hand': [
		{ options: { idempotencyKey: '={{ $json.to }}' } },
		called(19, { refused }),
		called(1),
		byHand(0),
	],
};

/** Starts what a step runs; `first` is the first execution of the list. */
async function started(list: MessageList, { run, to, edit }: Step, first?: Execution): Promise<string> {
	if (run === 'Execute step') return await list.stepExecuted(first as Execution);
	if (to) return await list.called(to);
	if (run !== 'Retry') return await list.started(run);
	const [retry] = await n8n.executions.retriesStarted(String(first?.id), {
		loadWorkflow: edit !== undefined,
	});
	return String(retry);
}

interface Told {
	to: string;
	message_id?: string | null;
	status: string;
	already_sent?: boolean;
}

/** Nobody is told as messaged, now or earlier, or not, where that is not so; a Retry tells the ids of earlier messages. */
function expectTruth(told: Execution, before: number): void {
	const { outbox } = simulator();
	const items = jsonOf<Told>(told, underTest);
	const those = (is: (item: Told) => unknown) => items.filter(is).map(({ to }) => to.toLowerCase());
	const [earlier, now] = [outbox.slice(0, before), outbox.slice(before)];
	const idsBefore = new Set(earlier.map((message) => message.message_id));
	const sentNow = those(
		({ status, already_sent: isEarlier, message_id: id }) =>
			/accepted|unknown/.test(status) && !isEarlier && !idsBefore.has(String(id)),
	);
	const toNow = now.map(({ to }) => to.toLowerCase());
	const to = outbox.map((message) => message.to.toLowerCase());
	expect(new Set(toNow).size).toBe(toNow.length);
	if (told.status === 'success') expect(sentNow.sort()).toEqual([...toNow].sort());
	expect(those((item) => item.already_sent).filter((one) => !to.includes(one))).toEqual([]);
	expect(those(({ status }) => /failed|deferred/.test(status)).filter((one) => toNow.includes(one))).toEqual(
		[],
	);
}

/** Runs a step, which has to send what it says, and answers its execution. */
async function run(list: MessageList, one: Step, first?: Execution): Promise<Execution> {
	if (one.edit) await list.edit(one.edit);
	simulator().clearFaults();
	for (const recipient of one.refused ?? []) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient } });
	}
	const before = simulator().outbox.length;
	const told = await n8n.executions.ended(await started(list, one, first));
	expectTruth(told, before);
	const hints = runsOf(told, underTest).flatMap((run) => run.hints ?? []);
	if (one.hint) expect(hints.map(({ message }) => message).join('\n')).toMatch(one.hint);
	expect([one.run, simulator().outbox.length - before]).toEqual([one.run, one.sends]);
	return told;
}

test.each(Object.entries(rows))(
	'%s: nobody twice, nobody left out, nobody told wrongly',
	async (_, [settings, ...steps]) => {
		const list = await published({ to: all, ...settings });
		({ workflowId } = list);
		let begun: Execution | undefined;
		for (const one of steps) {
			const told = await run(list, one, begun);
			begun ??= told;
		}
	},
);

test('n8n has stored hashes alone of the last of them, and the token nowhere', () => {
	const recorded = recordedValues(n8n, workflowId);
	expect(recorded.length).toBeGreaterThan(20);
	expect(recorded.filter((value) => !/^[A-Za-z0-9+/]{22}==$/.test(value))).toEqual([]);
	const query =
		'SELECT data FROM execution_data JOIN execution_entity ON id = executionId WHERE workflowId = ?';
	const executions = fromDatabase(n8n, query, workflowId).map(({ data }) => data);
	const everything = [readFileSync(n8n.logFile, 'utf8'), ...executions].join();
	expect(everything).toContain(first);
	expect(everything).not.toContain(token);
});
