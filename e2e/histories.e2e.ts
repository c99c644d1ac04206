/** Who gets what in a run after others, and after n8n was killed (SIGKILL) or stopped (SIGTERM) in the middle of one. */
import { readFileSync } from 'node:fs';
import { killed, manual, manualNone, recipients, retry, type History } from '../test/support/histories';
import type { N8nInstance } from '../scripts/n8n/n8n-instance';
import { fromDatabase } from './support/n8n-database';
import { histories, play } from './support/played-histories';
import { serviceCredential, token, useSimulator } from './support/simulated-service';
import { ownN8n } from './support/shared-run';

const simulator = useSimulator({ publicMaterial: false });
let n8n: N8nInstance;

beforeAll(async () => {
	/** It tells everything, and waits less for executions that are to end than the messages take. */
	n8n = await ownN8n('histories', { N8N_LOG_LEVEL: 'debug', N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '2' });
}, 180_000);
afterAll(async () => await n8n.stop());

/** Of the histories that are played in n8n's engine, those that are played here as well. */
const played = histories(
	'a list by hand goes well: the next one sends nothing, and says how it is sent again',
	'a Retry leaves out who got the same text by hand that day, and says so',
	'a list with a daily text fails in part and is mended: a run by hand sends what was mended, Retry what still fails, and the next list goes to all',
	'a message has no answer, with Send Again If Unknown: it is sent again, and nobody else is',
	'a list of a trigger is stopped: a run by hand sends the rest',
	'a manual list while one of a trigger has not ended sends nothing; Retry ends that, and the next one sends the rest',
	'with keys, the next run of a trigger sends the rest',
);

/** What n8n keeps of an execution that was cut off, it alone can tell where that had looped, or was a Retry. */
const cutOff: History[] = [
	['in a loop, Retry sends the rest', [killed, retry], { inRounds: true }],
	['and again in the Retry, another Retry sends the rest', [killed, { ...killed, run: 'retry' }, retry]],
];

/** n8n's engine alone knows a loop. */
const inLoop: History = [
	'Loop Over Items of one by hand, three times: each gets it once',
	[manual, manualNone, manualNone],
	{ list: recipients(2), inRounds: true },
];

async function playedWith(end: 'kill' | 'stop', history: History): Promise<void> {
	const credential = await serviceCredential(n8n, simulator().url);
	const kill = async () => {
		await n8n[end]();
		await n8n.startAgain();
	};
	await play(history, { n8n, simulator, credential, kill });
}

test.each([...played, inLoop])('%s', async (...history) => await playedWith('kill', history));

test.each(cutOff)('n8n is stopped %s', async (...history) => await playedWith('stop', history));

test('n8n has stored hashes alone of what was sent, and the token nowhere', () => {
	const recorded = fromDatabase(n8n, 'SELECT value FROM processed_data').flatMap(
		({ value }) => (JSON.parse(String(value)) as { data: string[] }).data,
	);
	expect(recorded.length).toBeGreaterThan(20);
	expect(recorded.filter((value) => !/^[A-Za-z0-9+/]{22}==$/.test(value))).toEqual([]);
	const executions = fromDatabase(n8n, 'SELECT data FROM execution_data').map(({ data }) => data);
	const everything = [readFileSync(n8n.logFile, 'utf8'), ...executions].join();
	expect(everything).toContain(recipients(1)[0]?.to);
	expect(everything).not.toContain(token);
});
