import axios from 'axios';
import { formattedText } from '../../simulator/page/formatting';
import { readmeText, withReadmeTables } from '../../simulator/readme-tables';
import { acceptedRequests, numbers, post, simulator, useSimulator } from './support';

describe('section 4.3: formatting of message text', () => {
	test.each([
		['**text**', '<strong>text</strong>'],
		['_text_', '<em>text</em>'],
		['*text*', '<em>text</em>'],
		['~~text~~', '<s>text</s>'],
		['__text__', '<u>text</u>'],
		['***text***', '<strong><em>text</em></strong>'],
		['**a *b***', '<strong>a <em>b</em></strong>'],
		['*a **b***', '<em>a <strong>b</strong></em>'],
		['~~**__*x*__**~~', '<s><strong><u><em>x</em></u></strong></s>'],
		['__a _b_ **c**__', '<u>a <em>b</em> <strong>c</strong></u>'],
		['**a*b**', '<strong>a*b</strong>'],
		['a\n**b\nc**', 'a\n<strong>b\nc</strong>'],
		['snake_case_name', 'snake_case_name'],
		['2 * 3 * 4', '2 * 3 * 4'],
		['**open', '**open'],
		['~text~', '~text~'],
		['****', '****'],
		['', ''],
		['**<b onclick="x">\'&**', '<strong>&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;</strong>'],
	])('%j', (text, html) => {
		expect(formattedText(text).text).toBe(html);
	});
});

describe('the page', () => {
	useSimulator();

	async function page(): Promise<string> {
		return String((await axios.get(simulator().url)).data);
	}

	test('says what to do while there is no message', async () => {
		const html = await page();
		expect(html).toContain('No message yet');
		expect(html).not.toMatch(/(src|href)="(?!data:)/);
	});

	test('shows messages with formatting, effect and attachments, and escapes everything else', async () => {
		await post('/send/imessage', {
			to: '"><script>alert(1)</script>@example.com'.replace(/[<>"()]/g, 'x'),
			message: '**Bold** <script>alert(1)</script>',
			effect: 'invisible_ink',
			attachments: ['https://files.example.com/a/menu%20"><i>.pdf?x=1', 'https://files.example.com/%zz.png'],
		});
		expect(simulator().outbox).toHaveLength(1);
		const html = await page();
		expect(html).toContain('<strong>Bold</strong> &lt;script&gt;alert(1)&lt;/script&gt;');
		expect(html).toContain('effect-invisible_ink');
		expect(html).toContain('Sent with Invisible ink');
		expect(html).toContain('menu &quot;&gt;&lt;i&gt;.pdf');
		expect(html).toContain('%zz.png');
	});

	test('shows fallbacks and messages that were not delivered with the reason', async () => {
		const fallback = { when: ['whatsapp_unsupported'] };
		await post('/send/whatsapp', { to: '+12025550111', message: 'Hello', fallback });
		await post('/send/imessage', { to: '+12025550114', message: 'Hello' });
		const html = await page();
		expect(html).toContain('SMS/RCS instead: the recipient has no WhatsApp');
		expect(html).toContain('Not delivered: sending over iMessage failed');
	});

	test('shows numbers, lookups and requests', async () => {
		simulator().changeForwarding(numbers.queued, null);
		await post('/numbers/%2B14155550100/configure', {
			failover: { enabled: true, mode: 'selective', numbers: [numbers.smsOnly] },
		});
		await acceptedRequests.lookUpNumber();
		await post('/%zz');
		const { data } = await axios.get(`${simulator().url}/admin/page`);
		expect(data).toContain('change queued, 30 s left');
		expect(data).toContain('Failover for +1 718 555 0109');
		expect(data).toContain('+1 206 555 0133');
		expect(data).toContain('POST /%zz');
		expect(data).toContain('against the OpenAPI document');
	});

	test('stays usable with many messages', async () => {
		for (let sent = 0; sent < 70; sent++)
			await post('/send/imessage', { to: `+12065551${100 + sent}`, message: 'Hi' });
		for (let sent = 0; sent < 40; sent++) await post('/send/imessage', { to: '+12065551999', message: 'Hi' });
		const html = await page();
		expect(html).toContain('11 more conversations');
		expect(html).toContain('10 earlier');
	});
});

test("the README's tables are those of the simulator", () => {
	const unpadded = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
	expect(unpadded(withReadmeTables(readmeText()))).toBe(unpadded(readmeText()));
});
