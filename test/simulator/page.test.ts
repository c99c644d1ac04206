import axios from 'axios';
import { formattedText } from '../../simulator/page/formatting';
import { leased } from '../support/leased-numbers';
import { pageSource, pageText, post, simulator, useSimulator } from './support';

describe('section 4.3: formatting of message text', () => {
	test.each([
		['**text**', '<strong>text</strong>'],
		['_text_', '<em>text</em>'],
		['~~text~~', '<s>text</s>'],
		['__text__', '<u>text</u>'],
		['~~**__*x*__**~~', '<s><strong><u><em>x</em></u></strong></s>'],
		['snake_case_name', 'snake_case_name'],
		['~text~', '~text~'],
		['**<b onclick="x">\'&**', "<strong>&lt;b onclick=&quot;x&quot;&gt;'&amp;</strong>"],
		['[a](javascript:b) `c` <ftp://d>', '[a](javascript:b) `c` &lt;ftp://d&gt;'],
		[
			'see http://127.0.0.1:5678/a?b=1&c=2 www.d.com e@f.com',
			'see <a href="http://127.0.0.1:5678/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">http://127.0.0.1:5678/a?b=1&amp;c=2</a> www.d.com e@f.com',
		],
	])('%j', (text, html) => {
		expect(formattedText(text)).toBe(html);
	});

	test('a text full of markers is shown as it is, because formatting it takes seconds', () => {
		const many = '*a* '.repeat(25_000);
		expect(formattedText(many)).toBe(many);
	});
});

describe('the page', () => {
	useSimulator();

	test('loads nothing from elsewhere, and runs nothing that stands in it', async () => {
		const { headers, data } = await axios.get<string>(simulator().url);
		const loaded = [...data.matchAll(/<(?:link|script)[^>]* (?:src|href)="([^"]*)"/g)].map(([, at]) => at);
		expect(loaded).toContain('data:,');
		for (const path of loaded.filter((at) => at !== 'data:,')) {
			expect(path).toMatch(/^\/admin\/page\//);
			const { status, headers: type } = await axios.get(`${simulator().url}${path}`);
			expect([status, type['content-type']]).toEqual([200, expect.stringMatching(/^text\/(css|javascript)/)]);
		}
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*script-src 'self';/);
		expect(data).not.toMatch(/<script[^>]*>[^<]| style="| on\w+="/);
	});

	test('shows messages with formatting, effect and attachments, and escapes everything else', async () => {
		await post('/send/imessage', {
			to: '"><script>alert(1)</script>@example.com'.replace(/[<>"()]/g, 'x'),
			message: '**Bold** <script>alert(1)</script>',
			effect: 'invisible_ink',
			attachments: ['https://files.example.com/a/menu%20"><i>.pdf?x=1', 'https://files.example.com/%zz.png'],
		});
		expect(simulator().outbox).toHaveLength(1);
		const html = await pageSource();
		expect(html).toContain('<strong>Bold</strong> &lt;script&gt;alert(1)&lt;/script&gt;');
		expect(html).toContain('Sent with Invisible ink');
		expect(html).toContain('menu &quot;>&lt;i>.pdf');
		expect(html).toContain('%zz.png');
		expect(html).toContain('effect-invisible_ink');
		expect(html).not.toMatch(/<i>|<script>/);
	});

	test('escapes what is searched for and what was asked for', async () => {
		await post('/send/imessage', { to: '<i>', message: '<b>' });
		await post('/<i>?<b>=<b>');
		const html = await pageSource('?show=requests&only=%3Cb%3E&q=%22%3E%3Ci%3E');
		expect(html).toContain('value="&quot;>&lt;i>"');
		expect(`${html}${await pageSource('?show=requests')}`).not.toMatch(/<[bi]>/);
	});

	test('shows fallbacks and messages that were not delivered with the reason', async () => {
		const fallback = { when: ['whatsapp_unsupported'] };
		await post('/send/whatsapp', { to: '+12025550111', message: 'Hello', fallback });
		await post('/send/imessage', { to: '+12025550114', message: 'Hello' });
		const text = await pageText();
		expect(text).toContain('SMS/RCS instead: the recipient has no WhatsApp');
		expect(text).toContain('Not delivered: sending over iMessage failed');
	});

	test('shows every request with its body and answer, and what is against the document', async () => {
		await post('/send/imessage', { to: leased.notLeased, message: 'To be found' });
		await post('/%zz');
		const text = await pageText('?show=requests');
		expect(text).toContain('All 2 Answered 1 Refused 1 Failed 0 No answer 0');
		expect(text).toContain(
			'POST /send/imessage { "to": "+13125550199", "message": "To be found" }'.replaceAll('"', '&quot;'),
		);
		expect(text).toContain('404 unknown POST /%zz');
		expect(text).toContain('1 against the OpenAPI document');
		expect(await pageText('?show=requests&only=4xx')).toContain('1 of 2 requests');
	});
});
