import type { CredentialReference } from './n8n/n8n-credentials';
import { fetched, submitted } from './n8n/question-page';
import { AskedQuestion } from './support/asked-question';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, useSimulator } from './support/simulated-service';
import type { INodeParameters } from 'n8n-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

async function asked(parameters: INodeParameters): Promise<AskedQuestion> {
	return await AskedQuestion.asked(n8n, simulator(), credential, parameters);
}

const respondedAt = expect.stringMatching(/^\d{4}-.*Z$/);

describe('hostile answers are shown as text or refused, and the execution goes on waiting', () => {
	const markup = '</textarea><script>document.title=1</script><img src=x onerror=alert(1)>{{ 1 + 1 }}';
	const encoded = { 'Content-Type': 'application/x-www-form-urlencoded' };

	test('of a free text', async () => {
		const question = await asked({ responseType: 'freeText', message: markup });
		const page = await fetched(question.link);
		expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
		expect(page.data).not.toMatch(/<script>document|<img/);
		const refused: Array<[Promise<{ status: number; data: string }>, number, RegExp]> = [
			[submitted(question.link, { decision: 'send', 'field-0': 'x'.repeat(5_000_000) }), 400, /too long/],
			[submitted(question.link, { decision: 'send', 'field-0': ['one', 'two'] }), 400, /more than once/],
			[submitted(question.link, { decision: ['send', 'send'], 'field-0': 'x' }), 400, /press one/],
			[
				fetched(question.link, { method: 'POST', data: 'decision=send&field-0=x', headers: encoded }),
				415,
				/on this page/,
			],
			[
				fetched(question.link, { method: 'POST', data: { data: { decision: 'send', 'field-0': 'x' } } }),
				415,
				/on this page/,
			],
			[
				fetched(question.link, {
					method: 'POST',
					data: '<xml><decision>send</decision></xml>',
					headers: { 'Content-Type': 'application/xml' },
				}),
				415,
				/on this page/,
			],
		];
		for (const [answer, status, fault] of refused) {
			const { status: given, data } = await answer;
			expect([given, data.slice(0, 10_000)]).toEqual([status, expect.stringMatching(fault)]);
			expect(data).not.toMatch(/<script>document|<img/);
			expect(data.length).toBeLessThan(20_000);
		}
		const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
		expect(
			(await fetched(question.link, { method: 'POST', data: 'nothing', headers: broken })).status,
		).toBeGreaterThan(399);
		expect(await question.waits()).toBe(true);

		const { data } = await submitted(question.link, { decision: 'send', 'field-0': markup });
		expect(data).toContain('&lt;script&gt;');
		expect(data).not.toMatch(/<script>document|<img/);
		expect(await question.gave()).toEqual([{ data: { text: markup, respondedAt } }]);
	});

	test('of a form', async () => {
		const question = await asked({
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: '[{ "fieldLabel": "Count <b>", "fieldType": "number", "requiredField": true }]',
		});
		const file = new FormData();
		file.append('decision', 'send');
		file.append('field-0', new Blob(['x'.repeat(100_000)]), 'field.txt');
		const refused = [
			[submitted(question.link, { decision: 'send', 'field-0': 'x' }), 400],
			[fetched(question.link, { method: 'POST', data: file }), 400],
			[fetched(question.link, { method: 'POST', data: 'decision=send&field-0=1', headers: encoded }), 415],
		] as const;
		for (const [answer, status] of refused) expect((await answer).status).toBe(status);
		expect(await question.waits()).toBe(true);
		await submitted(question.link, { decision: 'send', 'field-0': '3', 'field-9': markup, data: markup });
		expect(await question.gave()).toEqual([{ data: { 'Count <b>': 3, respondedAt } }]);
	});
});
