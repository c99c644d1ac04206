import type { INode } from 'n8n-workflow';
import { sharedN8n } from '../support/n8n-session';
import { leased, serviceCredential, useSimulator } from '../support/simulated-service';
import { itemsThrough, underTest } from '../support/test-workflow';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const refused = '+12025550140';
const processedThenFailed = '+12025550145';

/** 30 people of a list: 4 whose message fails, 2 of whom nobody knows, 3 who may get none today. */
const people = [
	...Array.from({ length: 21 }, (_, index) => ({ to: `+120255501${70 + index}`, days: everyDay })),
	...Array.from({ length: 4 }, () => ({ to: refused, days: everyDay })),
	...Array.from({ length: 2 }, () => ({ to: processedThenFailed, days: everyDay })),
	...Array.from({ length: 3 }, (_, index) => ({ to: `+120255501${91 + index}`, days: [] as number[] })),
].map(({ to, days }, index) => ({ name: `Person ${index + 1}`, phone: to, days }));

test('a list in the table: each row has name, to, status and reason, whatever became of its message', async () => {
	simulator().set({ sendRate: false });
	const credential = await serviceCredential(n8n, simulator().url);
	const today = new Date().getUTCDay() || 7;
	const days = everyDay.filter((day) => day !== today && day !== (today % 7) + 1);
	const rows = people.map((person) => (person.days.length > 0 ? person : { ...person, days }));
	const hours = { from: '00:00', to: '23:59', timeZone: 'UTC', days: '={{ $json.days }}' };
	const parameters = {
		operation: 'sendImessage',
		to: '={{ $json.phone }}',
		from: leased.imessage,
		message: 'Hello {{ $json.name }}',
		options: { messagesPerSecond: 0, sendingAdvice: false, onlyAtTheseHours: { hours } },
	};
	const settings: Partial<INode> = { position: [240, 200], onError: 'continueRegularOutput' };
	const workflow = itemsThrough('phoneServiceMessaging', parameters, rows, settings);
	const { id } = await n8n.workflows.import(workflow, [credential]);
	const panel = await editor().openNode(id, underTest);
	await panel.execute();
	const table = await panel.outputTable();
	expect(table.length).toBe(30);
	const statuses = table.map(({ status }) => status);
	const count = (status: string) => statuses.filter((one) => one === status).length;
	expect(['accepted', 'failed', 'unknown', 'deferred'].map(count)).toEqual([21, 4, 2, 3]);
	for (const [index, row] of table.entries()) {
		expect(row).toMatchObject({ name: people[index]?.name, to: people[index]?.phone });
		expect(row.reason).toMatch(/\w{3}/);
		expect(Object.values(row).join(' ')).not.toContain('undefined');
	}
});
