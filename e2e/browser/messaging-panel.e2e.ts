import type { INodeParameters } from 'n8n-workflow';
import { leasedNumbers, type Channel } from '../../simulator/accounts';
import { sharedN8n } from '../support/n8n-session';
import { leased, serviceCredential, useSimulator } from '../support/simulated-service';
import { eventually } from './eventually';
import type { NodePanel } from './node-panel';
import { openedPanel } from './opened-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

async function messagingPanel(parameters: INodeParameters): Promise<NodePanel> {
	const credential = await serviceCredential(n8n, simulator().url);
	return await openedPanel(editor(), n8n, 'phoneServiceMessaging', parameters, credential);
}

const start = ['Credential', 'Operation', 'To', 'From', 'Message'];
const end = ['Options', 'Advanced Options'];
const fallback = ['Fall Back to SMS/RCS', 'Fall Back When', 'Fallback From'];

describe('Messaging shows a field only where it means something', () => {
	test('the fallback shows its conditions and its sender once it is on (section 4.5)', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage' });
		const without = [...start, 'Fall Back to SMS/RCS', 'Attachments', 'Effect', ...end];
		await eventually(async () => {
			expect(await panel.labels()).toEqual(without);
		});

		await panel.turn('Fall Back to SMS/RCS', true);
		await eventually(async () => {
			expect(await panel.labels()).toEqual([...start, ...fallback, 'Attachments', 'Effect', ...end]);
		});
		expect(await panel.textOf('Fall Back When')).toMatch(/Email recipients get no fallback/);

		await panel.turn('Fall Back to SMS/RCS', false);
		await eventually(async () => {
			expect(await panel.labels()).toEqual(without);
		});
	});

	test.each([
		['sendImessage', ['Recipient Lacks iMessage', 'iMessage Fails']],
		['sendWhatsapp', ['Recipient Lacks WhatsApp', 'WhatsApp Fails']],
	])(
		'the conditions of the fallback of %s are those of its channel (section 4.5)',
		async (operation, names) => {
			const panel = await messagingPanel({ operation, fallback: true });
			expect(await panel.chosenIn('Fall Back When')).toEqual(names);
			const offers = await panel.offers('Fall Back When');
			expect(offers.map((offer) => offer.split('\n')[0])).toEqual(names);
		},
	);

	test('effect and fast track belong to iMessage alone (sections 4.3 and 4.4)', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage', fallback: true });
		await panel.choose('Operation', 'Send WhatsApp');
		await eventually(async () => {
			expect(await panel.labels()).toEqual([...start, ...fallback, 'Attachments', ...end]);
		});
		expect(await panel.offeredOptions()).not.toContain('Fast Track');
		await panel.choose('Operation', 'Send iMessage');
		await eventually(async () => {
			expect(await panel.labels()).toEqual([...start, ...fallback, 'Attachments', 'Effect', ...end]);
		});
		expect(await panel.offeredOptions()).toContain('Fast Track');
	});

	test('no notice stands over a single message, and a hint says that From is optional', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage' });
		expect(await panel.notices()).toEqual([]);
		expect(await panel.textOf('From')).toMatch(
			/Optional\. Leave empty and the service picks one of your numbers\./,
		);
	});

	test('an attachment is added with the button, and its field shows an example', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage' });
		await panel.press('Add Attachment');
		await eventually(async () => {
			expect(await panel.placeholder('Attachments')).toBe('e.g. https://example.com/picture.jpg');
		});
	});
});

describe('Messaging marks what is missing', () => {
	test('iMessage: the recipient, not the text, which attachments can replace (section 4.3)', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage' });
		expect(await panel.markedLabels()).toEqual(['To']);
		expect(await panel.warningOf('To')).toMatch(/"To" is required/);
		await panel.type('To', '+12025550199');
		await eventually(async () => {
			expect(await panel.markedLabels()).toEqual([]);
		});
	});

	test('WhatsApp: the recipient and the text (section 4.4)', async () => {
		const panel = await messagingPanel({ operation: 'sendWhatsapp' });
		expect(await panel.markedLabels()).toEqual(['To', 'Message']);
		expect(await panel.warningOf('Message')).toMatch(/"Message" is required/);
		await panel.type('Message', 'Hello');
		await eventually(async () => {
			expect(await panel.markedLabels()).toEqual(['To']);
		});
	});

	test('a fallback without a condition (section 4.5)', async () => {
		const panel = await messagingPanel({
			operation: 'sendImessage',
			to: '+12025550199',
			fallback: true,
			imessageFallbackWhen: [],
		});
		expect(await panel.markedLabels()).toEqual(['Fall Back When']);
	});
});

test('an operation that sends nothing offers the options of a read alone', async () => {
	const panel = await messagingPanel({ operation: 'checkImessageAvailability' });
	expect(await panel.offeredOptions()).toEqual(['Include Whole Response']);
	expect(await panel.offeredOptions('Advanced Options')).toEqual(['Requests at Once', 'Tries per Request']);
});

test('the options most people need come first, and each shows its whole label', async () => {
	const panel = await messagingPanel({ operation: 'sendImessage' });
	const options = await panel.offeredOptions();
	expect(options.slice(0, 3)).toEqual(['Dry Run', 'At Most per Number and Run', 'Only at These Hours']);
	expect(await panel.offeredOptions('Advanced Options')).toEqual([
		'Further Body Fields',
		'Give Up After (Minutes)',
		'Requests at Once',
		'Tries per Request',
	]);
	const ofOneField = options.filter((option) => option !== 'Only at These Hours');
	for (const option of ofOneField) await panel.addOption(option);
	await eventually(async () => {
		expect(await panel.labels()).toEqual(expect.arrayContaining(ofOneField));
	});
	expect(await panel.cutLabels()).toEqual([]);
});

describe('senders, from a list (public material)', () => {
	const first = async (panel: NodePanel, label: string) =>
		(await panel.locator(label).offers()).map((offer) => offer.split(' · ')[0]);
	const leasedWith = (channel: Channel) =>
		leasedNumbers.filter(({ channels }) => channels.includes(channel)).map(({ number }) => number);
	const all = (channel: Channel) => `All ${leasedWith(channel).length} numbers, which share the work`;

	test('From offers those of the channel, also when the operation is changed, and all of them at once', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage' });
		expect(await first(panel, 'From')).toEqual([all('imessage'), ...leasedWith('imessage')]);
		await panel.choose('Operation', 'Send WhatsApp');
		await eventually(async () => {
			expect(await first(panel, 'From')).toEqual([all('whatsapp'), ...leasedWith('whatsapp')]);
		});
	});

	test('Fallback From offers those that can send SMS', async () => {
		const panel = await messagingPanel({ operation: 'sendImessage', fallback: true });
		expect(await first(panel, 'Fallback From')).toEqual(leasedWith('sms_rcs'));
	});

	test('several numbers can be typed, and one that was stored as a text is shown', async () => {
		const pool = `${leased.imessage}, ${leased.imessageToo}`;
		const panel = await messagingPanel({ operation: 'sendImessage', from: pool });
		expect(await panel.locator('From').shown()).toBe(pool);
		await panel.locator('From').chooseMode('Number');
		expect(await panel.locator('From').shown()).toBe(pool);
		await panel.locator('From').type(leased.imessage);
		await panel.type('To', '+12025550199');
		await panel.type('Message', 'Hello');
		await panel.execute();
		expect(simulator().outbox).toMatchObject([{ from: leased.imessage }]);
	});
});
