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
	page.setDefaultTimeout(10_000);
	page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(error.message));
	await page.goto(simulator().url);
});
afterEach(async () => {
	expect(problems).toEqual([]);
	await context.close();
});

async function send(to: string, message: string, path = '/send/imessage'): Promise<number> {
	const headers = { Authorization: `Bearer ${token}` };
	const url = `${simulator().url}${path}`;
	const options = { headers, proxy: false, validateStatus: () => true } as const;
	return (await axios.post(url, { to, from: leased.whatsapp, message }, options)).status;
}

/** Does what the service offers in the conversation with somebody. */
async function signal(to: string, path: string, body: object): Promise<void> {
	const headers = { Authorization: `Bearer ${token}` };
	const data = { to, from: leased.whatsapp, ...body };
	await axios.post(`${simulator().url}/send/imessage/${path}`, data, { headers, proxy: false });
}

const totals = (text: string) => page.getByText(text, { exact: true }).waitFor();

const message = (text: string) => page.locator('.message').filter({ hasText: text });

const somebody = '+12065550133';

describe("the simulator's page in a browser", () => {
	test.each(['light', 'dark'] as const)(
		'on a phone the chat is in the first screen and nothing is wider, %s',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width: 390, height: 844 });
			await send('ada@example.com', 'Hello');
			for (const shown of [message('Hello'), page.getByPlaceholder('Write as ada@example.com')])
				await shown.waitFor();
			expect((await message('Hello').boundingBox())?.y).toBeLessThan(422);
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
			expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(844);
			const red = (color: string) => Number(/\d+/.exec(color)?.[0]);
			const [text, ground] = await page.evaluate(() => {
				const { color, backgroundColor } = getComputedStyle(document.documentElement);
				return [color, backgroundColor] as const;
			});
			expect(red(ground) > red(text)).toBe(colorScheme === 'light');
		},
	);

	test('shows what arrives, and leaves alone what is unfolded or typed', async () => {
		await send('ada@example.com', 'The first one');
		await totals('1 message, 1 person');
		await page.getByRole('img', { name: 'Delivered' }).click();
		const details = message('The first one').getByText('Delivered. iMessage from +1 415 555 0100');
		await details.waitFor();

		await page.getByRole('searchbox').pressSequentially('ada', { delay: 50 });
		await send('ada@example.com', 'Another one');
		await send('grace@example.com', 'Not searched for');
		await totals('2 of 3 messages, 1 person');
		await message('Another one').waitFor();
		expect(await details.isVisible()).toBe(true);
		expect(await page.getByRole('searchbox').inputValue()).toBe('ada');
		expect(await page.evaluate('document.activeElement.id')).toBe('search');

		await page.goto(simulator().url);
		await page.getByPlaceholder('Write as grace@example.com').fill('Not sent yet');
		await send('ada@example.com', 'The latest one');
		await totals('4 messages, 2 people');
		expect(await page.getByPlaceholder('Write as grace@example.com').inputValue()).toBe('Not sent yet');
	});

	test('typing, read receipts and reactions of both sides are visible, and made from there', async () => {
		const [person, from] = [page.getByPlaceholder('Write as +1 206 555 0133'), leased.whatsapp];
		await person.fill('Hello');
		await page.getByLabel(`${somebody} is typing`).waitFor();
		await person.press('Enter');
		await page.getByLabel(`${somebody} is typing`).waitFor({ state: 'detached' });
		expect(simulator().incoming).toMatchObject([
			{ from: somebody, to: from, text: 'Hello', channel: 'imessage' },
		]);

		await signal(somebody, 'read', {});
		await message('Hello').getByText('read').waitFor();
		await signal(somebody, 'typing', { action: 'start' });
		await page.getByLabel('Typing', { exact: true }).waitFor();
		await signal(somebody, 'reactions', { action: 'add', tapback: 'love', message: 'Hello' });
		await message('Hello').getByText('❤️').waitFor();
		await send(somebody, 'Hi **there**');
		await page.locator('strong', { hasText: 'there' }).waitFor();
		await page.getByLabel('Typing', { exact: true }).waitFor({ state: 'detached' });
		await message('Hi there')
			.getByText(/^typed for \d s/)
			.waitFor();

		await message('Hi there').getByRole('img', { name: 'Delivered' }).waitFor();
		await page.getByRole('button', { name: 'Mark as read' }).click();
		await message('Hi there').getByRole('img', { name: 'Read' }).waitFor();
		await page.getByTitle(`React as ${somebody}`).click();
		await message('Hi there').getByRole('button', { name: '😂' }).click();
		await message('Hi there').locator('.reactions', { hasText: '😂' }).waitFor();
		expect(simulator().signals.filter(({ account }) => account === null)).toMatchObject([
			{ kind: 'typing', action: 'start' },
			{ kind: 'read' },
			{ kind: 'reaction', action: 'add', reaction: 'laugh', on: 'Hi **there**' },
		]);
	});

	test('one writes as somebody new, over a channel and to a number of choice, with a photo', async () => {
		await page.getByPlaceholder('Write as somebody new').fill('+12025550199');
		await page.getByPlaceholder('Write as somebody new').press('Enter');
		await page.getByLabel('To, and over which channel').selectOption('+1 718 555 0109 · SMS/RCS');
		await page.getByTitle('Send with a photo').click();
		await totals('1 message, 1 person');
		const [written] = simulator().incoming;
		expect(written).toMatchObject({ from: '+12025550199', to: leased.sms, channel: 'text', text: '' });
		expect(written?.attachments).toHaveLength(1);
		await message('photo.png').getByRole('img', { name: 'Event not sent, or not answered yet' }).waitFor();
	});

	test('bubble, tick, list and filter say that a message was not delivered', async () => {
		const landline = '+12025550113';
		await send(landline, 'To a landline', '/send/text');
		await send(somebody, 'Hello');
		await totals('2 messages, 2 people');
		await page.getByRole('link', { name: 'Not delivered 1' }).click();
		await totals('1 of 2 messages, 1 person');
		await message('Not delivered: the number is a landline')
			.getByRole('img', { name: 'Not delivered' })
			.waitFor();
		await page.locator('.people li').getByText('Not delivered').waitFor();
		expect(await page.getByRole('link', { name: 'SMS/RCS' }).innerText()).toBe('SMS/RCS 0');
	});

	test('a fault that is chosen in the menu strikes until all are ended', async () => {
		await page.getByText('Make it fail').first().click();
		await page.getByLabel('What happens').selectOption('Answers 503, not processed');
		await page.getByLabel('How often').selectOption('Always');
		await page.getByRole('button', { name: 'Make it fail' }).click();
		await page.getByText(`Answers 503, not processed: ${somebody}, always`).waitFor();
		expect(await send('ada@example.com', 'Not about that person')).toBe(200);
		expect(await send(somebody, 'Hello')).toBe(503);
		await page.getByRole('button', { name: 'End all' }).click();
		await page.getByRole('button', { name: 'End all' }).waitFor({ state: 'detached' });
		expect(await send(somebody, 'Hello')).toBe(200);
	});

	test('the drawer has requests, and numbers and tokens to copy, and stays open from chat to chat', async () => {
		await send('ada@example.com', 'Hello');
		await send('grace@example.com', 'Hello again');
		await page.locator('#drawer > summary').click();
		await page.getByText('Requests: 2 of 2').waitFor();
		await page.locator('#requests details').last().locator('summary').click();
		await page.locator('.people li', { hasText: 'ada' }).click();
		await page.getByPlaceholder('Write as ada@example.com').waitFor();
		expect(await page.locator('#requests details[open]').innerText()).toContain('ada@example.com');
		await page.goBack();
		await page.getByPlaceholder('Write as grace@example.com').waitFor();

		for (const section of ['Base URL and tokens', 'Leased numbers'])
			await page.getByText(section, { exact: true }).click();
		for (const text of [leased.whatsapp, token]) {
			const said = page.getByText(`${text} copied`).waitFor();
			await page.getByRole('button', { name: text, exact: true }).first().click();
			await said;
			expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
		}
	});
});
