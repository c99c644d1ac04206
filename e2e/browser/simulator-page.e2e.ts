import axios from 'axios';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { leased, token, useSimulator } from '../support/simulated-service';
import { startedChromium } from './chromium';

const simulator = useSimulator();

let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
	browser = await startedChromium();
});
afterAll(async () => await browser.close());

beforeEach(async () => {
	problems = [];
	context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
	page = await context.newPage();
	page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(error.message));
	await page.goto(simulator().url);
});
afterEach(async () => {
	expect(problems).toEqual([]);
	await context.close();
});

async function send(to: string, message: string): Promise<void> {
	const headers = { Authorization: `Bearer ${token}` };
	await axios.post(`${simulator().url}/send/imessage`, { to, message }, { headers, proxy: false });
}

const totals = (text: string) => page.getByText(text, { exact: true }).waitFor();

describe("the simulator's page in a browser", () => {
	test.each(['light', 'dark'] as const)(
		'on a phone the filters stand in one row, %s',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width: 390, height: 844 });
			await send('ada@example.com', 'Hello');
			await totals('1 message in 1 conversation');
			const tops = await page
				.getByRole('navigation', { name: 'Filter' })
				.getByRole('link')
				.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
			expect(tops.length).toBeGreaterThan(4);
			expect(new Set(tops).size).toBe(1);
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
			const red = (color: string) => Number(/\d+/.exec(color)?.[0]);
			const [text, ground] = await page.evaluate(() => {
				const { color, backgroundColor } = getComputedStyle(document.documentElement);
				return [color, backgroundColor] as const;
			});
			expect(red(ground) > red(text)).toBe(colorScheme === 'light');
		},
	);

	test('shows what arrives, and leaves alone what is unfolded or typed', async () => {
		await send('ada@example.com', 'word '.repeat(400));
		await totals('1 message in 1 conversation');
		const text = page.locator('.text');
		const height = async () => (await text.first().boundingBox())?.height ?? 0;
		const folded = await height();
		await page.getByText('All 2000 characters').click();
		expect(await height()).toBeGreaterThan(2 * folded);
		const unfolded = await height();

		await page.getByRole('searchbox').pressSequentially('ada', { delay: 50 });
		await send('ada@example.com', 'Another one');
		await send('grace@example.com', 'Not searched for');
		await totals('2 of 3 messages in 1 conversation');
		expect(await text.allTextContents()).toContain('Another one');
		expect(await height()).toBe(unfolded);
		expect(await page.getByRole('searchbox').inputValue()).toBe('ada');
		expect(await page.evaluate('document.activeElement.id')).toBe('search');
	});

	test('goes from view to view and back, with what is at hand as it was', async () => {
		await send('ada@example.com', 'Hello');
		await page.getByText('Leased numbers', { exact: true }).click();
		await page.getByRole('link', { name: 'Requests' }).click();
		await page.getByRole('row', { name: 'sendImessage' }).locator('summary').click();
		await send('grace@example.com', 'Hello again');
		await totals('2 requests');
		expect(await page.locator('tr:has(details[open])').innerText()).toContain('ada@example.com');
		await page.goBack();
		await totals('2 messages in 2 conversations');

		for (const text of [leased.whatsapp, token]) {
			await page.getByRole('button', { name: text, exact: true }).first().click();
			expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
			await page.getByText(`${text} copied`).waitFor();
		}
	});
});
