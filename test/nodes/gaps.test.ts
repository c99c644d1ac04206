/** A text with a gap is not sent: what counts as one, and that nothing goes out for its item, whatever has the text. */
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { ItemParameters, RunParameters } from '../../nodes/shared/parameters/parameters';
import { packageName } from '../../scripts/package-nodes';
import { dates, oddTexts, refused, row, sent, singleBraces, usualTexts } from '../support/texts-with-gaps';
import { asked } from '../support/asked';
import { useShortWaits } from '../support/clock';
import { addNodeType, nodeTypes } from '../support/node-types';
import { leased, runNode, send, sentRows, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();

const to = String(row.to);

describe('a text with expressions', () => {
	test.each(sent)('%s is sent', async (message, text) => {
		const [left] = await sentRows([row], { message });
		expect([left?.reason, simulator().outbox[0]?.message]).toEqual([undefined, text]);
	});

	test.each(refused)('%s is not', async (message, ...[word]) => {
		const [left] = await sentRows([row], { message });
		const expression = message.slice(message.lastIndexOf('{{ '), message.lastIndexOf('}}') + 2);
		const fault = word === undefined ? 'without a value' : `that gives "${word}"`;
		expect(left).toMatchObject({
			status: 'failed',
			reason: `Message has an expression ${fault}: ${expression.replaceAll('`', "'")}`,
			details: { outcome: 'notSent', description: expect.stringContaining('{{ $json.name ?? "" }}') },
		});
		expect(simulator().requests).toEqual([]);
	});

	test.each(['#N/A', 'Loading...', 'Hi {{ $json.name }}', 'JÃ¼rgen'])(
		'%j from a column is sent to nobody, and a dry run says so',
		async (name) => {
			const items = [
				{ to, name },
				{ to: '+12025550111', name: 'Ada' },
			];
			const parameters = { message: '=Hi {{ $json.name }}', options: { dryRun: true, messagesPerSecond: 0 } };
			expect(await sentRows(items, parameters)).toMatchObject([
				{
					status: 'failed',
					reason: expect.stringMatching(/^Message has an expression that gives "/),
					details: { description: expect.stringMatching(/^Correct the value where it comes from/) },
				},
				{ status: 'checked', message: 'Hi Ada' },
			]);
			expect(simulator().requests).toEqual([]);
		},
	);

	test.each(singleBraces)('%s is not, as n8n does not fill in %s', async (message, written, expression) => {
		const [left] = await sentRows([row], { message });
		expect(left).toMatchObject({
			status: 'failed',
			reason: `Message has "${written}", which n8n does not fill in`,
			details: { description: expect.stringContaining(`Write ${expression} in its place`) },
		});
		expect(simulator().requests).toEqual([]);
	});

	test.each(dates)('%s is not: a date in a text fails as it does alone', async (message) => {
		const [left] = await sentRows([row], { message });
		expect(left).toMatchObject({
			status: 'failed',
			reason: expect.stringMatching(/^Message is not a text: "/),
			details: { description: expect.stringMatching(/^Write the date as text, e\.g\. /) },
		});
		expect(simulator().requests).toEqual([]);
	});

	test.each([
		['{{ $json.firstName }}', '"First Name": write {{ $json["First Name"] }}.'],
		['{{ $json.code }}', '"code ": write {{ $json["code "] }}.'],
		['{{ $json["NAME"] }}', '"name": write {{ $json.name }}.'],
		["{{ $('Items').first().json.Amount + '' }}", '"amount": write {{ $json.amount }}.'],
		['{{ $json.tag }}', ''],
	])('%s without a value names the column that is meant: %s', async (expression, near) => {
		const [left] = await sentRows([row], { message: `=Hi ${expression}` });
		const description = String((left?.details as IDataObject | undefined)?.description);
		expect(left?.status).toBe('failed');
		expect(description.includes('The item has')).toBe(near !== '');
		expect(description).toContain(near);
	});

	const unsaid = usualTexts.map((text): [string, string] => [text, '']);

	test.each([...oddTexts, ...unsaid])('%s is sent, and the run says of it: %s', async (message, piece) => {
		const finished = await send([row], { message });
		expect(simulator().outbox).toMatchObject([{ message }]);
		const said = finished.hints().filter((hint) => hint.includes(' in the text. '));
		expect(said).toEqual(
			piece === '' ? [] : [expect.stringContaining(`1 message has ${piece} in the text. `)],
		);
	});

	test('that is a function is told so', async () => {
		const [left] = await sentRows([row], { message: '=Hi {{ $json.name.trim }}' });
		expect(left?.reason).toMatch(/^Message has an expression that cannot be evaluated: .*function/);
	});

	test.each(['Hello {{ $json.name }}', 'Hello {{ $json.name', '{{ name }}'])(
		'%s is sent to nobody while the field is set to Fixed',
		async (message) => {
			const rows = await sentRows([row, { ...row, to: '+12025550111' }], { message });
			const reason = expect.stringMatching(/^Message is set to Fixed, but has an expression: \{\{ /);
			const details = { description: expect.stringContaining('switch it to Expression') };
			expect(rows).toMatchObject(Array(2).fill({ status: 'failed', reason, details }));
			expect(simulator().requests).toEqual([]);
		},
	);
});

/** Two items, the first of which lacks what the texts name. */
const items = [
	{ to: '+12025550110', from: leased.imessage },
	{ to: '+12025550111', from: leased.imessage, name: 'Ada', number: '12025550111' },
];
const onError = { settings: { onError: 'continueRegularOutput' as const } };
const unpaced = { messagesPerSecond: 0 };
const messageWith = (more: INodeParameters): INodeParameters => ({
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	...more,
	options: { ...unpaced, ...(more.options as object) },
});
const option = (values: INodeParameters) => messageWith({ options: values });
const hours = (timeZone: string) => ({
	onlyAtTheseHours: { hours: { from: '00:00', to: '00:00', timeZone } },
});

describe('of a list, the item with the gap fails, and the others are sent', () => {
	test.each<[string, INodeParameters]>([
		['Message', messageWith({ message: '=Hi {{ $json.name }}!' })],
		['From (entry 2)', messageWith({ from: '={{ [$json.from, $json.name && $json.from] }}' })],
		[
			'Attachments (entry 1)',
			messageWith({ attachments: ['=https://example.com/{{ "card-" + $json.name }}.png'] }),
		],
		['The option Idempotency Key', option({ idempotencyKey: '={{ $json.to }}-{{ $json.name }}' })],
		['The option Time Zone', option(hours('={{ $json.name ? "UTC" : $json.zone + "" }}'))],
	])('%s, %j', async (label, parameters) => {
		const finished = await runNode('phoneServiceMessaging', parameters, { items, ...onError });
		const reason = expect.stringContaining(`${label} has an expression `);
		expect(finished.json()).toMatchObject([{ status: 'failed', reason }, { status: 'accepted' }]);
		expect(simulator().outbox).toMatchObject([{ to: items[1]?.to }]);
		expect(finished.hints()[0]).toMatch(/^1 accepted, 1 failed \((\+12025550110|row 1)\)\.$/);
	});

	test('a setting of n8n itself fails the run', async () => {
		const requestOptions = { proxy: '=http://{{ $json.proxy }}:8080' };
		const finished = await send(items, { requestOptions });
		const reason = 'The option Proxy has an expression without a value: {{ $json.proxy }}';
		expect(finished.json()).toMatchObject(Array(2).fill({ status: 'failed', reason }));
		expect(simulator().requests).toEqual([]);
	});
});

describe('an idempotency key with expressions', () => {
	/** More digits than a number holds. */
	const longOrder = '12345678901234567890';

	test.each<[string, string, IDataObject?]>([
		['={{ $json.orderId }}-reminder', 'has an expression without a value: {{ $json.orderId }}'],
		['={{ $json.orderId ?? "" }}', 'is empty'],
		['={{ $json.more }}', 'has no usable value: {}', { more: {} }],
		['={{ $json.long }}', 'has no usable value: 12345678901234567000', { long: Number(longOrder) }],
		['={{ $json.orderId }}', 'is shortened by a spreadsheet: "1.23457E+15"', { orderId: '1.23457E+15' }],
		['={{ $json.orderId }}', 'has undefined in place of a value: "7-undefined"', { orderId: '7-undefined' }],
		['={{ $json.orderId }}', 'has no visible character: "\\u200b"', { orderId: '\u200b' }],
		['={{ $json.orderId }}', 'has 256 characters, more than 255: "x', { orderId: 'x'.repeat(256) }],
		['={{ $json.orderId }}-reminder', '', { orderId: 7 }],
		['={{ $json.shop }} {{ $json.orderId }}', '', { shop: 'a b', orderId: '7' }],
		['spring', ''],
		['={{ $json.orderId }}', '', { orderId: longOrder }],
	])('%s: %j', async (idempotencyKey, fault, json = {}) => {
		const [left] = await sentRows([{ to, ...json }], { options: { ...unpaced, idempotencyKey } });
		const reason = `The option Idempotency Key ${fault}`;
		expect(left?.reason ?? '').toEqual(fault === '' ? '' : expect.stringContaining(reason));
		expect(simulator().outbox).toHaveLength(fault === '' ? 1 : 0);
	});
});

test.each(['1.23457E+15', 'undefined', 'a\u200bb', 'x'.repeat(100_000)])(
	'a campaign %.20j is none: it would be one for several lists',
	async (campaign) => {
		const [left] = await sentRows([{ to }], { options: { ...unpaced, campaign } });
		expect(left).toMatchObject({
			status: 'failed',
			reason: expect.stringMatching(/^The option Campaign (is shortened|has )/),
			details: {
				description: expect.stringMatching(/^Give a text, e\.g\. spring-sale, or remove the option\./),
			},
		});
		expect(simulator().requests).toEqual([]);
	},
);

describe('a question with a gap is not asked, and nothing waits', () => {
	test.each<[string, INodeParameters]>([
		['Message', { message: '=Refund {{ $json.amount }} EUR to {{ $json.name }}?' }],
		['The option Asked By', { options: { askedBy: '=The {{ $json.shop }}' } }],
		['Approval Options', { approvalOptions: { values: { disapproveLabel: '=Keep {{ $json.shop }}' } } }],
		['Choices', { responseType: 'choice', choices: '=Visit {{ $json.shop }}\nStay' }],
	])('%s, %j', async (label, parameters) => {
		const { finished } = await asked(parameters, { items: [{ name: 'Ada' }] });
		expect(finished.error?.message).toMatch(new RegExp(`^${label.replace(/[()]/g, '\\$&')} (has|is)`));
		expect(finished.error?.context).toMatchObject({ outcome: 'notSent' });
		expect(finished.isWaiting).toBe(false);
		expect(simulator().requests).toEqual([]);
	});

	test("a review of tools has the tool's input in place of n8n's object, and no other", async () => {
		const type = 'phoneServiceMessagingHitlTool';
		addNodeType(
			`${packageName}.${type}`,
			nodeTypes.getByName(`${packageName}.phoneServiceMessaging`) as INodeType,
		);
		const preset = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';
		const review = async (message: string) =>
			await runNode(
				type,
				{ resource: 'messaging', operation: 'sendAndWait', to, message },
				{ items: [{ tool: 'Send_it', toolParameters: { message: 'Hello' }, toolCallId: '1', item: {} }] },
			);
		const finished = await review(preset);
		expect(finished.isWaiting).toBe(true);
		expect(simulator().outbox[0]?.message).toMatch(/^Send it\?\nMessage: Hello\n\nhttp/);
		const { error } = await review(`${preset} {{ $json.item }}`);
		expect(error?.message).toMatch(
			/^Message has an expression that gives "\[object Object\]": \{\{ \$json\.item/,
		);
	});
});

test.each([
	'{'.repeat(200_000),
	'{{ $json'.repeat(50_000),
	`{{ $json${' '.repeat(200_000)}`,
	'\\'.repeat(200_000),
])(
	'a text with an expression without an end is read at once, and none of it is evaluated again',
	(endless) => {
		const evaluate = jest.fn();
		const message = `={{ $json.name }} ${endless}`;
		new ItemParameters(new RunParameters({ message }, []), () => 'x', evaluate).raw('message');
		expect(evaluate).not.toHaveBeenCalled();
	},
);
