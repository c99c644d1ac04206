/** The ways in which a value may be filled in, and what the service gets of it. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { fromList, severalNumbers, typed } from '../support/locators';
import { leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

const to = '+12025550199';
const number = leased.immediate;
const picture = 'https://example.com/picture.jpg';

async function requestOf(type: string, parameters: INodeParameters) {
	const finished = await runNode(type, parameters);
	if (finished.error) throw finished.error;
	const { method, path, body } = simulator().requests.at(-1) ?? {};
	return { method, path, body };
}

const numbersRequest = async (parameters: INodeParameters) =>
	await requestOf('phoneServiceNumbers', { number, ...parameters });

test.each<[string, INodeParameters, object]>([
	[
		'attachments as separated text, a comma inside an address kept',
		{ attachments: [`${picture}, https://example.com/a,b.png`] },
		{ to, message: 'Hello', attachments: [picture, 'https://example.com/a,b.png'] },
	],
	...[' ', '; ', '|', '\t', '\n', ','].map((between): [string, INodeParameters, object] => [
		`attachments with ${JSON.stringify(between)} between two addresses`,
		{ attachments: [`${picture}${between}https://example.com/b;c.png?src=https://example.org/`] },
		{ to, message: 'Hello', attachments: [picture, 'https://example.com/b;c.png?src=https://example.org/'] },
	]),
	[
		'attachments as an array from an expression',
		{ attachments: ['={{ ["https://example.com/1.jpg", "https://example.com/2.jpg"] }}'] },
		{ to, message: 'Hello', attachments: ['https://example.com/1.jpg', 'https://example.com/2.jpg'] },
	],
	[
		'a condition of the fallback once, also when it is given twice',
		{ fallback: true, imessageFallbackWhen: '={{ ["imessage_fails", "imessage_fails"] }}' },
		{ to, message: 'Hello', fallback: { when: ['imessage_fails'] } },
	],
	[
		'an email address without blanks and line breaks around it',
		{ to: '={{ " ada@example.com\\r\\n" }}' },
		{ to: 'ada@example.com', message: 'Hello' },
	],
	[
		'a text without the half of an emoji',
		{ message: '={{ "\u{1F389} See you at 8 \u{1F389}".slice(0, -1) }}' },
		{ to, message: '\u{1F389} See you at 8 ' },
	],
	...['TRUE', 'True', ' true\n'].map((fallback): [string, INodeParameters, object] => [
		`a switch as a spreadsheet writes it: ${JSON.stringify(fallback)}`,
		{ fallback: '={{ $json.fallback }}'.replace('$json.fallback', JSON.stringify(fallback)) },
		{ to, message: 'Hello', fallback: { when: ['imessage_unsupported', 'imessage_fails'] } },
	]),
	['FALSE for a switch', { fallback: '={{ "FALSE" }}' }, { to, message: 'Hello' }],
	...[', ', ';', ' | ', '\n'].map((between): [string, INodeParameters, object] => [
		`a From of one number twice with ${JSON.stringify(between)} between`,
		{ from: `${number}${between}+1 (415) 555-0101` },
		{ to, message: 'Hello', from: number },
	]),
	['an empty From of the list', { from: fromList('') }, { to, message: 'Hello' }],
	['an empty From by an expression', { from: '={{ "" }}' }, { to, message: 'Hello' }],
	['an expression without anything in it', { from: '=' }, { to, message: 'Hello' }],
	['a From of no numbers', { from: '={{ [] }}' }, { to, message: 'Hello' }],
])('Send iMessage (section 4.3): %s', async (_, parameters, body) => {
	const base = { operation: 'sendImessage', to, message: 'Hello' };
	const sent = await requestOf('phoneServiceMessaging', { ...base, ...parameters });
	expect(sent.body).toEqual(body);
});

test.each(['={{ $now }}', '={{ new Date() }}'])(
	'a date is no text of a message, and the error says how it becomes one: %s',
	async (message) => {
		const { error } = await runNode('phoneServiceMessaging', { ...plainImessage, to, message });
		expect(error?.message).toMatch(/^Message is not a text: "20/);
		expect(error?.description).toMatch(/^Write the date as text, e\.g\. \{\{ \$now\.toFormat\(/);
		expect(simulator().requests).toEqual([]);
	},
);

const service = 'https://service.example.com';

test('an attachment in your own network is refused by its position, unless the service itself is on this machine (section 4.3)', async () => {
	const attachments = [picture, 'https://nas.local/a.jpg'];
	const parameters = { ...plainImessage, to, attachments };
	const { error } = await runNode('phoneServiceMessaging', parameters, { baseUrl: service });
	expect(error?.message).toBe(
		'Attachment 2 is at an address that only your own network knows: "https://nas.local/a.jpg"',
	);
	expect(error?.description).toMatch(/^The service fetches attachments itself, over the internet\./);
	expect((await requestOf('phoneServiceMessaging', parameters)).body).toMatchObject({ attachments });
});

test('an attachment in the internet is sent to a service in the internet', async () => {
	const parameters = { ...plainImessage, to, attachments: [picture], options: { dryRun: true } };
	const [left] = (await runNode('phoneServiceMessaging', parameters, { baseUrl: service })).json();
	expect(left).toMatchObject({
		status: 'checked',
		details: { request: { body: { attachments: [picture] } } },
	});
});

test('a new node reads, whatever was not chosen', async () => {
	expect(await numbersRequest({})).toEqual({
		method: 'GET',
		path: `/numbers/lease/${encodeURIComponent(number)}/call_forwarding`,
		body: null,
	});
});

test.each<[string, NodeParameterValueType]>([
	['a text', number],
	['typed', typed(number)],
	['chosen', fromList(number, 'Reception')],
	['typed as an expression', typed('={{ $json.number }}')],
	['an expression alone', '={{ $json.number }}'],
	['typed with blanks', typed(' +1 (415) 555-0101 ')],
])('a leased number may be %s', async (_, stored) => {
	const items = [{ number }];
	const read = { operation: 'getCallForwarding', number: stored } as INodeParameters;
	expect((await runNode('phoneServiceNumbers', read, { items })).json()).toMatchObject([{ number }]);
	const send = { operation: 'sendImessage', to: '+12025550199', message: 'Hello', from: stored };
	const sent = await runNode('phoneServiceMessaging', send as INodeParameters, { items });
	expect(sent.json()).toMatchObject([{ from: number }]);
});

test('Set Failover → Off changes nothing else: a list of selected numbers is there when it is on again (section 2.4)', async () => {
	const selectedNumbers = severalNumbers(leased.imessage);
	await numbersRequest({ operation: 'configureNumber', failover: 'selected', selectedNumbers });
	const off = { operation: 'configureNumber', number, failover: 'off' };
	expect((await runNode('phoneServiceNumbers', off)).json()).toEqual([
		{
			number,
			failover: { enabled: false, mode: 'selective', numbers: [leased.imessage] },
		},
	]);
	expect(simulator().requests.at(-1)?.body).toEqual({ failover: { enabled: false } });
});
