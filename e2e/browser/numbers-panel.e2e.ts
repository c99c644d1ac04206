import type { INodeParameters } from 'n8n-workflow';
import { leasedNumbers } from '../../simulator/accounts';
import { sharedN8n } from '../support/n8n-session';
import { leased, serviceCredential, useSimulator } from '../support/simulated-service';
import { eventually } from './eventually';
import type { NodePanel } from './node-panel';
import { openedPanel } from './opened-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

async function numbersPanel(parameters: INodeParameters): Promise<NodePanel> {
	const credential = await serviceCredential(n8n, simulator().url);
	return await openedPanel(editor(), n8n, 'phoneServiceNumbers', parameters, credential);
}

const start = ['Credential', 'Operation', 'Your Number'];
const failover = [...start, 'Failover'];
const end = ['Options', 'Advanced Options'];

test('the failover is one choice, which n8n asks for; numbers show for selected ones only (section 2.4)', async () => {
	const panel = await numbersPanel({ operation: 'configureNumber' });
	expect(await panel.value('Operation')).toBe('Set Failover');
	expect(await panel.labels()).toEqual([...failover, ...end]);
	expect(await panel.markedLabels()).toContain('Failover');
	expect((await panel.offers('Failover')).map((offer) => offer.split('\n')[0])).toEqual([
		'All Numbers',
		'Off',
		'Selected Numbers',
	]);

	await panel.choose('Failover', 'Selected Numbers');
	await eventually(async () => {
		expect(await panel.labels()).toEqual(expect.arrayContaining([...failover, 'Selected Numbers', ...end]));
	});

	await panel.choose('Failover', 'Off');
	await eventually(async () => {
		expect(await panel.labels()).toEqual([...failover, ...end]);
	});
});

test('each operation shows its own fields and marks those it requires (sections 4.1 and 4.2)', async () => {
	const panel = await numbersPanel({ operation: 'getCallForwarding' });
	const shows = async (labels: string[], marked: string[], placeholders = 0) => {
		await eventually(async () => {
			expect(await panel.labels()).toEqual(labels);
			expect(await panel.markedLabels()).toEqual(marked);
		});
		const shown = await panel.placeholders();
		expect(shown).toHaveLength(placeholders);
		for (const placeholder of shown) expect(placeholder).toMatch(/^e\.g\. /);
	};
	await shows([...start, ...end], ['Your Number']);
	await panel.choose('Operation', 'Disable Call Forwarding');
	await shows([...start, ...end], ['Your Number']);
	expect(await panel.offeredOptions()).toContain('Forward To');
	await panel.choose('Operation', 'Enable Call Forwarding');
	await shows([...start, 'Forward To', ...end], ['Your Number', 'Forward To'], 1);
	expect(await panel.offeredOptions()).not.toContain('Forward To');
	await panel.choose('Operation', 'Set Failover');
	await shows([...failover, ...end], ['Your Number', 'Failover']);
});

test('Get Many: a limit unless all are wanted, and an item for each number (public material)', async () => {
	const panel = await numbersPanel({ operation: 'listLeasedNumbers' });
	const many = ['Credential', 'Operation', 'Return All'];
	expect(await panel.value('Operation')).toBe('Get Many');
	expect(await panel.labels()).toEqual([...many, 'Limit', ...end]);
	expect(await panel.markedLabels()).toEqual([]);
	await panel.turn('Return All', true);
	await eventually(async () => {
		expect(await panel.labels()).toEqual([...many, ...end]);
	});
	await panel.execute();
	expect(simulator().requests).toMatchObject([{ operationId: 'listLeasedNumbers', answeredStatus: 200 }]);
});

describe('Your Number, from a list (public material)', () => {
	test('shows the leased numbers, and keeps the one that is picked', async () => {
		const panel = await numbersPanel({ operation: 'getCallForwarding' });
		const number = panel.locator('Your Number');
		expect(await number.mode()).toBe('From list');
		const offers = await number.offers();
		expect(offers).toHaveLength(leasedNumbers.length);
		expect(offers[0]).toBe('+14155550100 · iMessage, WhatsApp, SMS, MMS, RCS');
		await number.pick(leased.immediate);
		await eventually(async () => {
			expect(await number.shown()).toContain(leased.immediate);
			expect(await panel.markedLabels()).toEqual([]);
		});
		await panel.execute();
		expect(simulator().requests.map(({ operationId }) => operationId)).toEqual([
			'listLeasedNumbers',
			'getCallForwarding',
		]);
		expect(simulator().requests.at(-1)?.path).toContain(encodeURIComponent(leased.immediate));
	});

	test('finds numbers by a search', async () => {
		const panel = await numbersPanel({ operation: 'getCallForwarding' });
		expect(await panel.locator('Your Number').found('646', 2)).toEqual([
			expect.stringMatching(/^\+16465550106/),
			expect.stringMatching(/^\+16465550107/),
		]);
	});

	test('says without a list that the number can be typed, and takes it', async () => {
		simulator().set({ publicMaterial: false });
		const panel = await numbersPanel({ operation: 'getFailover' });
		const number = panel.locator('Your Number');
		expect(await number.refusal()).toMatch(
			/This provider does not offer a list of leased numbers.*Choose Number in front of the field/s,
		);
		await number.chooseMode('Number');
		expect(await number.placeholder()).toMatch(/^e\.g\. \+/);
		await number.type(leased.imessage);
		await eventually(async () => {
			expect(await panel.markedLabels()).toEqual([]);
		});
		await panel.execute();
		expect(simulator().requests.at(-1)).toMatchObject({ operationId: 'configureNumber', body: {} });
	});

	test('shows a number that is stored as a text, and reads it', async () => {
		const parameters = { operation: 'getCallForwarding', number: leased.queued };
		const panel = await numbersPanel(parameters);
		expect(await panel.locator('Your Number').shown()).toBe(leased.queued);
		expect(await panel.markedLabels()).toEqual([]);
		await panel.execute();
		expect(simulator().requests.at(-1)).toMatchObject({ operationId: 'getCallForwarding' });
	});
});
