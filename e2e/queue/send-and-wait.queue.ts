import type { INodeParameters } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { startedChromium } from '../browser/chromium';
import { jsonOf } from '../n8n/n8n-executions';
import { fetched, linkIn, submitted } from '../n8n/question-page';
import { askedByCall, person, untilWaiting } from '../support/asked-question';
import { changedLinks, visitsByAll } from '../support/link-visitors';
import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
/** Workers write the link, so they have to know the address of main. */
const workers = useWorkers({ env: () => ({ N8N_WEBHOOK_URL: n8n.url }) });
const respondedAt: unknown = expect.any(String);

let browser: Browser;
beforeAll(async () => {
	browser = await startedChromium();
}, 300_000);
afterAll(async () => await browser.close());

/** A worker asks; answers the execution, which waits, and the link. */
async function asked(parameters: INodeParameters): Promise<{ execution: string; link: string }> {
	const credential = await serviceCredential(n8n, simulator().url);
	const execution = await askedByCall(n8n, credential, parameters);
	expect(await workers.workerOf(execution)).toMatch(/^worker-/);
	await untilWaiting(n8n, execution);
	return { execution, link: await linkIn(simulator(), person) };
}

test.each<[string, INodeParameters, string | undefined, object]>([
	['approval', { responseType: 'approval' }, undefined, { approved: true }],
	['free text', { responseType: 'freeText' }, 'On Monday', { text: 'On Monday' }],
	[
		'custom form',
		{
			responseType: 'customForm',
			formFields: { values: [{ fieldLabel: 'Count', fieldType: 'number' }] },
		},
		'2',
		{ Count: 2 },
	],
])('%s: a worker asks, and a person answers on a phone', async (_, parameters, text, data) => {
	const { execution, link } = await asked(parameters);
	const page = await browser.newPage({ viewport: { width: 375, height: 667 } });
	await page.goto(link);
	expect((await n8n.executions.get(execution)).status).toBe('waiting');
	if (text !== undefined) await page.locator('[name=field-0]').fill(text);
	await page.getByRole('button').first().click();
	await page.getByText('Your answer was sent').waitFor();
	await page.close();
	const done = await n8n.executions.ended(execution);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { ...data, respondedAt } }]);
});

test('30 user agents, a prefetch, HEAD and changed links decide nothing, and of two answers at once one counts', async () => {
	const { execution, link } = await asked({});
	for (const visit of await visitsByAll(link)) {
		expect(visit).toMatchObject({ status: 200, page: expect.stringContaining('Deploy') });
	}
	expect((await fetched(link, { method: 'HEAD' })).status).toBe(200);
	for (const changed of changedLinks(link)) {
		expect((await submitted(changed, { decision: 'approve' })).status).toBe(401);
	}
	expect((await n8n.executions.get(execution)).status).toBe('waiting');
	const decisions = ['approve', 'decline'];
	const answers = await Promise.all(decisions.map(async (decision) => await submitted(link, { decision })));
	const counted = decisions.filter((__, index) => answers[index]?.data.includes('Your answer was sent'));
	expect(counted).toHaveLength(1);
	const done = await n8n.executions.ended(execution);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { approved: counted[0] === 'approve', respondedAt } }]);
	expect((await submitted(link, { decision: 'approve' })).data).toMatch(/no action required/i);
});
