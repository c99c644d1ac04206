/** Runs hours after another: n8n's clock is shifted while it runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import type { N8nInstance } from './n8n/n8n-instance';
import type { Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { recipients } from './support/reached';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n, userFolderOf } from './support/test-folders';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const userFolder = userFolderOf('another-time');
const clock = join(userFolder, 'clock');
const env = {
	NODE_OPTIONS: `--require ${join(__dirname, 'n8n', 'shifted-clock.js')}`,
	SHIFTED_CLOCK: clock,
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

const simulator = useSimulator({ publicMaterial: false });
let n8n: N8nInstance;
let credential: CredentialReference;
let shiftMs = 0;

/** Shifts n8n's clock by so many milliseconds more. */
async function shift(ms: number): Promise<void> {
	shiftMs += ms;
	writeFileSync(clock, String(shiftMs));
	await wait(100);
}

beforeAll(async () => {
	mkdirSync(userFolder, { recursive: true });
	await shift(0);
	n8n = await ownN8n('another-time', env);
	credential = await serviceCredential(n8n, simulator().url);
}, 180_000);
afterAll(async () => {
	await n8n.stop();
});

test.each<[string, Starter, number, INodeParameters]>([
	['by hand every 48 minutes', 'By Hand', 48 * minuteMs, {}],
	[
		'with Every Run Sends the Rest every 8 hours',
		'Call',
		8 * hourMs,
		{ afterInterruptedRun: 'everyRunSendsTheRest' },
	],
])(
	'%s, one always refused: a run that sends nothing does not put off the next one that sends',
	async (text, by, everyMs, options) => {
		const all = { text, to: recipients.slice(0, 20), options };
		const list = await MessageList.published(n8n, simulator, credential, all);
		simulator().fault({ kind: 'status', status: 403, times: 0, match: { recipient: recipients[7] } });
		const sent: number[] = [];
		for (let run = 0; run < 4; run += 1) {
			const before = list.sentTo().length;
			await n8n.executions.ended(await list.started(by));
			sent.push(list.sentTo().length - before);
			await shift(everyMs);
		}
		expect(sent).toEqual([19, 0, 19, 0]);
	},
);
