/** Questions that are answered in the chat, in a real n8n. */
import { jsonOf } from './n8n/n8n-executions';
import { answeringTrigger, inChat, question, written } from './support/chat';
import type { MessageWorkflow } from './support/message-trigger';
import { counted } from './support/reached';
import { useService } from './support/simulated-service';

const { n8n, simulator, credential } = useService();
let trigger: MessageWorkflow;

beforeEach(async () => {
	trigger = await answeringTrigger(n8n, simulator(), credential());
});
afterEach(async () => await n8n.workflows.deactivate(trigger.id));

test.each([
	['no, too expensive', { approved: false, reason: 'too expensive', chatInput: 'too expensive' }],
	['Liked “Deploy **now**?”', { approved: true }],
])('"%s" lets the execution go on within two seconds, and starts nothing', async (text, data) => {
	const execution = await question(n8n, credential());
	const begun = Date.now();
	expect(await written(simulator(), text)).toBe(200);
	const answered = jsonOf(await n8n.executions.ended(execution), 'Good');
	expect(answered).toEqual([{ data: { ...data, ...inChat } }]);
	const ms = Date.now() - begun;
	counted(`typed answer "${text}"`, { ms });
	expect(ms).toBeLessThan(2_000);
	expect(await n8n.executions.list(trigger.id)).toEqual([]);
});
