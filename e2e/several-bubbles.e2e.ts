/** Two hundred people write three messages each within seconds: each of them is answered once. */
import type { WebhookEvent } from '../simulator/records';
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { endedExecutions, messageWorkflow, post } from './support/message-trigger';
import { counted } from './support/reached';
import { leased, serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n } from './support/test-folders';

const simulator = useSimulator();
const atOnce = 30;
const texts = ['Hi', 'is table 4 free?', 'at 8'];

let n8n: N8nInstance;
beforeAll(async () => {
	n8n = await ownN8n('several-bubbles', { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
}, 240_000);
afterAll(async () => await n8n.stop());

/** Does the work for each value, some at once. */
async function each<Value>(
	values: Value[],
	work: (value: Value) => Promise<void>,
	most = atOnce,
): Promise<void> {
	const left = [...values];
	const worker = async () => {
		for (let value = left.shift(); value !== undefined; value = left.shift()) await work(value);
	};
	await Promise.all(Array.from({ length: most }, worker));
}

/** What was brought together, by person. */
async function brought(workflowId: string, killedAt?: Date): Promise<Record<string, string[][]>> {
	const all: Record<string, string[][]> = {};
	await each(await endedExecutions(n8n, workflowId, killedAt), async ({ id }) => {
		const items = jsonOf<{ from: string; messages: Array<{ text: string }> }>(
			await n8n.executions.get(id),
			'After',
		);
		for (const { from, messages } of items) (all[from] ??= []).push(messages.map(({ text }) => text));
	});
	return all;
}

test.each([
	['200 people write three messages each: 200 answers with three texts each', false],
	[
		'n8n is killed in between, and what was interrupted is retried: none is answered twice, and none is left out',
		true,
	],
])(
	'%s',
	async (_, isKilled) => {
		const credential = await serviceCredential(n8n, simulator().url);
		const parameters = { events: ['messageReceived'], options: { waitForMore: 10 } };
		const { id, url } = await messageWorkflow(n8n, credential, { parameters });
		const persons = Array.from(
			{ length: 200 },
			(_, index) => `+1202555${String((isKilled ? 3000 : 2000) + index)}`,
		);
		const answered = new Set<string>();
		const deliver = async (event: WebhookEvent) => {
			const answer = await post(url(n8n), JSON.stringify(event)).catch(() => undefined);
			if (answer?.status === 200) answered.add(event.id);
		};
		const begun = Date.now();
		let writtenMs = 0;
		const writing = (async () => {
			for (const text of texts) {
				await each(persons, async (from) => {
					simulator().write({ from, to: leased.imessage, text });
					await deliver(simulator().events.at(-1)?.event as WebhookEvent);
				});
			}
			writtenMs = Date.now() - begun;
		})();
		let killedAt: Date | undefined;
		if (isKilled) {
			await until(() => answered.size >= 500, 120_000, { pause: 5 });
			await n8n.kill();
			killedAt = new Date();
			await writing;
			await n8n.startAgain();
			const events = simulator().events.map(({ event }) => event);
			await each(
				events.filter((event) => !answered.has(event.id)),
				deliver,
			);
			const crashed = (await endedExecutions(n8n, id, killedAt)).filter(({ status }) =>
				['crashed', 'running'].includes(status),
			);
			await each(
				crashed,
				async (one) => {
					if (one.status === 'running') await n8n.rest.post(`/executions/${one.id}/stop`, {});
					await n8n.rest.post(`/executions/${one.id}/retry`, { loadWorkflow: false }, { timeout: 240_000 });
				},
				200,
			);
			counted('bubbles, killed', { crashed: crashed.length, answered: answered.size });
		} else await writing;
		const all = await brought(id, killedAt);
		counted('bubbles', { writtenMs, endedMs: Date.now() - begun, reads: simulator().requests.length });
		expect(Object.keys(all)).toHaveLength(200);
		const each200 = Object.values(all);
		expect(each200.filter((answers) => answers.flat().sort().join() !== [...texts].sort().join())).toEqual(
			[],
		);
		if (writtenMs < 20_000) expect(each200.filter(({ length }) => length !== 1)).toEqual([]);
	},
	600_000,
);
