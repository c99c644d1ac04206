/** A burst of events: each comes out of the trigger once, and n8n does not pile up what waits for its database. */
import axios from 'axios';
import { eventOf } from '../test/support/incoming-events';
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { endedExecutions, messageWorkflow, post } from './support/message-trigger';
import { counted } from './support/reached';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n } from './support/test-folders';

const atOnce = 30;

/** What n8n 2.41.1 takes for its own Webhook node's executions then, and half as much; one after the other, they took 3 GB. */
const maxBytes = 1.9e9;

const simulator = useSimulator();
let n8n: N8nInstance;

beforeAll(async () => {
	n8n = await ownN8n('message-burst', { N8N_METRICS: 'true' });
}, 240_000);
afterAll(async () => await n8n.stop());

async function residentBytes(): Promise<number> {
	const { data } = await axios.get<string>(`${n8n.url}/metrics`, { proxy: false });
	return Number(/^n8n_process_resident_memory_bytes (\S+)/m.exec(data)?.[1]);
}

test('240 events, every fourth of them twice, 30 at any moment', async () => {
	const workflow = await messageWorkflow(n8n, await serviceCredential(n8n, simulator().url));
	const events = Array.from({ length: 240 }, () => JSON.stringify(eventOf()));
	const left = events.flatMap((event, index) => (index % 4 === 0 ? [event, event] : [event]));
	const statuses = new Set<number>();
	let peakBytes = 0;
	const sender = async () => {
		for (let event = left.pop(); event !== undefined; event = left.pop()) {
			statuses.add((await post(workflow.url(n8n), event)).status);
			if (left.length % 5 === 0) peakBytes = Math.max(peakBytes, await residentBytes());
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	const executions = await endedExecutions(n8n, workflow.id);
	const handled: string[] = [];
	for (const { id } of executions) {
		const items = jsonOf<{ event_id: string }>(await n8n.executions.get(id), 'After');
		handled.push(...items.map((item) => item.event_id));
	}
	counted('burst of 240', { executions: executions.length, peakMegabytes: Math.round(peakBytes / 1e6) });
	expect([...statuses]).toEqual([200]);
	const sent = events.map((event) => (JSON.parse(event) as { id: string }).id);
	expect(handled.sort()).toEqual(sent.sort());
	expect(peakBytes).toBeLessThan(maxBytes);
}, 300_000);
