import { leasedNumbers, type Channel } from '../../simulator/accounts';
import { leased } from '../support/simulated-service';
import { eventually } from './eventually';
import { usePanels } from './opened-panel';

const { simulator, openedPanel } = usePanels();

const start = ['Credential', 'Operation', 'To', 'From', 'Message'];
const end = ['Options', 'Advanced Options'];
const fallback = ['Fall Back to SMS/RCS', 'Fall Back When', 'Fallback From'];

test('a field shows only where it means something: the fallback once it is on, the effect for iMessage alone', async () => {
	const panel = await openedPanel('phoneServiceMessaging', { operation: 'sendImessage' });
	const shows = async (labels: string[]) => {
		await eventually(async () => {
			expect(await panel.labels()).toEqual(labels);
		});
	};
	const conditions = async (names: string[]) => {
		await eventually(async () => {
			expect(await panel.chosenIn('Fall Back When')).toEqual(names);
		});
		const offers = await panel.offers('Fall Back When');
		expect(offers.map((offer) => offer.split('\n')[0])).toEqual(names);
	};
	await shows([...start, 'Fall Back to SMS/RCS', 'Attachments', 'Effect', ...end]);
	expect(await panel.notices()).toEqual([]);

	await panel.turnOn('Fall Back to SMS/RCS');
	await shows([...start, ...fallback, 'Attachments', 'Effect', ...end]);
	await conditions(['Recipient Lacks iMessage', 'iMessage Fails']);

	await panel.choose('Operation', 'Send WhatsApp');
	await shows([...start, ...fallback, 'Attachments', ...end]);
	await conditions(['Recipient Lacks WhatsApp', 'WhatsApp Fails']);
	expect(await panel.offeredOptions()).not.toContain('Fast Track');

	await panel.press('Add Attachment');
	await eventually(async () => {
		expect(await panel.placeholder('Attachments')).toBe('e.g. https://example.com/picture.jpg');
	});
});

test('what is missing is marked until it is typed (sections 4.4 and 4.5)', async () => {
	const panel = await openedPanel('phoneServiceMessaging', {
		operation: 'sendWhatsapp',
		fallback: true,
		whatsappFallbackWhen: [],
	});
	const marks = async (labels: string[]) => {
		await eventually(async () => {
			expect(await panel.markedLabels()).toEqual(labels);
		});
	};
	await marks(['To', 'Message', 'Fall Back When']);
	await panel.type('To', '+12025550199');
	await panel.type('Message', 'Hello');
	await marks(['Fall Back When']);
});

test('the options most people need come first, and each shows its whole label', async () => {
	const panel = await openedPanel('phoneServiceMessaging', { operation: 'sendImessage' });
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

test('From offers the numbers of the channel, also when the operation is changed, and all of them at once (public material)', async () => {
	const panel = await openedPanel('phoneServiceMessaging', { operation: 'sendImessage' });
	const offersThoseOf = async (channel: Channel) => {
		const numbers = leasedNumbers
			.filter(({ channels }) => channels.includes(channel))
			.map(({ number }) => number);
		const all = `All ${numbers.length} numbers, which share the work`;
		await eventually(async () => {
			const offers = await panel.locator('From').offers();
			expect(offers.map((offer) => offer.split(' · ')[0])).toEqual([all, ...numbers]);
		});
	};
	await offersThoseOf('imessage');
	await panel.choose('Operation', 'Send WhatsApp');
	await offersThoseOf('whatsapp');
});

test('several numbers can be typed, and one that was stored as a text is shown', async () => {
	const pool = `${leased.imessage}, ${leased.imessageToo}`;
	const panel = await openedPanel('phoneServiceMessaging', { operation: 'sendImessage', from: pool });
	const from = panel.locator('From');
	const shows = async () => {
		await eventually(async () => {
			expect(await from.shown()).toBe(pool);
		});
	};
	await shows();
	await from.chooseMode('Number');
	await shows();
	await from.type(leased.imessage);
	await panel.type('To', '+12025550199');
	await panel.type('Message', 'Hello');
	await panel.execute();
	expect(simulator().outbox).toMatchObject([{ from: leased.imessage }]);
});
