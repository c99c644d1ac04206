import type { CredentialReference } from './n8n/n8n-credentials';
import { jsonOf } from './n8n/n8n-executions';
import { MessageList } from './support/message-list';
import { sharedN8n } from './support/n8n-session';
import { counted, recipients } from './support/reached';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

async function published(key: string, options = {}): Promise<MessageList> {
	return await MessageList.published(() => n8n, simulator, credential, {
		text: `With ${key}`,
		options: { idempotencyKey: key, ...options },
	});
}

const fiveNew = Array.from({ length: 5 }, (_, index) => `new-${String(index)}@example.com`);

/** What an item of a message says that an earlier execution has sent. */
const sentBefore = { status: 'accepted', message_id: null, already_sent: true };

test('a second execution of a finished list sends 0, one with 5 new rows sends 5', async () => {
	const list = await published('={{ $json.to }}');
	const sentBy = async (to?: string[]) => {
		const before = list.sentTo().length;
		const execution = await n8n.executions.ended(await list.called(to));
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		return { execution, count: list.sentTo().length - before };
	};
	const first = await sentBy();
	const second = await sentBy();
	const third = await sentBy([...recipients, ...fiveNew]);
	counted('with a key', { first: first.count, second: second.count, third: third.count });
	expect([first.count, second.count, third.count]).toEqual([60, 0, 5]);
	expect(list.reached()).toMatchObject({ twice: 0, forgotten: 0 });
	expect(jsonOf(second.execution, underTest)).toMatchObject(recipients.map((to) => ({ to, ...sentBefore })));
	expect(list.sentTo().slice(-5).sort()).toEqual(fiveNew);
});

test('an unknown one is not sent again by the next execution, and is told as unknown', async () => {
	const list = await published('={{ "order " + $json.to }}');
	const one = String(recipients[7]);
	simulator().fault({ kind: 'status', status: 500, processed: true, match: { recipient: one } });
	const first = await n8n.executions.ended(await list.called());
	const second = await n8n.executions.ended(await list.called());
	expect([list.reached(first), list.reached(second)]).toEqual([
		{ accepted: 60, twice: 0, forgotten: 0, unknown: 1 },
		{ accepted: 60, twice: 0, forgotten: 0, unknown: 1 },
	]);
});

test('a refused one is sent by the next execution', async () => {
	const list = await published('={{ "invoice " + $json.to }}');
	simulator().fault({ kind: 'status', status: 403, match: { recipient: recipients[7] } });
	await n8n.executions.ended(await list.called());
	expect(list.sentTo()).toHaveLength(59);
	await n8n.executions.ended(await list.called());
	expect(list.reached()).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
});
