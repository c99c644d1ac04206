import {
	mustKnowEarlierRuns,
	openedRun,
	type AfterInterruptedRun,
} from '../../nodes/shared/delivery/ledger/recorded-runs';
import { SendRecord } from '../../nodes/shared/delivery/ledger/send-record';
import { processedData, useRecordStore } from '../support/processed-data';

interface Start {
	mode?: 'trigger' | 'retry' | 'manual';
	after?: AfterInterruptedRun;
	origin?: string;
	memory?: object;
	number?: number;
}

const store = useRecordStore();

afterEach(() => jest.restoreAllMocks());

function startedRun(start: Start = {}): SendRecord {
	const { mode = 'trigger', after = 'retrySendsTheRest', origin = 'list', memory = {}, number = 0 } = start;
	const identity = { origin, mode, number, memory: memory as Record<string, never> };
	const open = async () => await openedRun(store(), identity, after);
	return new SendRecord(store(), open, 3, mustKnowEarlierRuns(identity, after));
}

/** What became of messages in the turn of a run: `sent`, or what is known of them. */
async function sent(run: SendRecord, ...messages: string[]): Promise<string[]> {
	const outcomes: string[] = [];
	for (const message of messages) {
		const known = await run.beforeLeaving(message);
		if (known === 'mayLeave') await run.noteAccepted(message);
		outcomes.push(known === 'mayLeave' ? 'sent' : known);
	}
	return outcomes;
}

/** A run that n8n was killed in. */
async function cutOff(start: Start, ...messages: string[]): Promise<void> {
	expect(await sent(startedRun(start), ...messages)).toEqual(messages.map(() => 'sent'));
	await store().flush();
}

/** A run that ends with everything accepted. */
async function whole(start: Start, ...messages: string[]): Promise<string[]> {
	const run = startedRun(start);
	const outcomes = await sent(run, ...messages);
	await run.end(true);
	return outcomes;
}

const campaign = ['a', 'b', 'c', 'd', 'e'];
const byHand = { mode: 'manual', origin: 'by hand' } as const;
const everyRun = { after: 'everyRunSendsTheRest', origin: 'another' } as const;

describe.each([
	['a run by hand', byHand],
	['every run, where the option says so', everyRun],
])('after a run that was cut off, %s', (_, start) => {
	test('sends the rest', async () => {
		await cutOff({}, 'a', 'b', 'c');
		expect(await whole(start, ...campaign)).toEqual(['accepted', 'accepted', 'accepted', 'sent', 'sent']);
	});

	test('that has finished it leaves nothing to the next one', async () => {
		await cutOff({}, 'a', 'b', 'c');
		await whole(start, ...campaign);
		expect(await whole(start, 'a', 'b')).toEqual(['sent', 'sent']);
	});

	test('of another list does not finish it', async () => {
		await cutOff({}, 'a', 'b', 'c');
		expect(await whole(start, 'x', 'y')).toEqual(['sent', 'sent']);
		expect(await whole(start, 'x')).toEqual(['sent']);
		expect(await whole(start, ...campaign)).toEqual(['accepted', 'accepted', 'accepted', 'sent', 'sent']);
	});

	test('to try one of its messages does not finish it', async () => {
		await cutOff({}, 'a', 'b', 'c');
		expect(await whole(start, 'b')).toEqual(['accepted']);
		expect(await whole(start, ...campaign)).toEqual(['accepted', 'accepted', 'accepted', 'sent', 'sent']);
	});

	test('that is cut off as well is finished by the next one', async () => {
		await cutOff({}, 'a', 'b');
		expect(await sent(startedRun(start), 'a', 'b', 'c')).toEqual(['accepted', 'accepted', 'sent']);
		expect(await whole(start, 'a', 'b', 'c', 'd')).toEqual(['accepted', 'accepted', 'accepted', 'sent']);
	});

	test('and Retry of the run that was cut off send nothing twice', async () => {
		await cutOff({}, 'a', 'b', 'c');
		await whole(start, ...campaign);
		expect(await whole({ mode: 'retry' }, ...campaign)).toEqual(campaign.map(() => 'accepted'));
	});
});

describe('a run that goes on although it was taken for cut off', () => {
	test('does not send what a run by hand has sent meanwhile', async () => {
		const goingOn = startedRun();
		await sent(goingOn, 'a', 'b');
		expect(await whole(byHand, 'a', 'b', 'c')).toEqual(['accepted', 'accepted', 'sent']);
		expect(await sent(goingOn, 'c', 'd')).toEqual(['accepted', 'sent']);
	});

	test('does not send what a Retry has sent meanwhile', async () => {
		const goingOn = startedRun();
		await sent(goingOn, 'a', 'b');
		expect(await sent(startedRun({ mode: 'retry' }), 'a', 'b', 'c')).toEqual([
			'accepted',
			'accepted',
			'sent',
		]);
		expect(await sent(goingOn, 'c')).toEqual(['accepted']);
	});

	test('takes nothing from a run by hand that is cut off, when it ends', async () => {
		const goingOn = startedRun();
		await sent(goingOn, 'a');
		await sent(startedRun(byHand), 'a', 'b');
		await goingOn.end(true);
		expect(await whole(byHand, 'a', 'b', 'c')).toEqual(['accepted', 'accepted', 'sent']);
	});
});

test.each([byHand, everyRun])('a later round of a loop sends the same message again (%o)', async (start) => {
	const memory = {};
	await cutOff({ ...start, memory }, 'a', 'b');
	expect(await whole({ ...start, memory, number: 1 }, 'a', 'b')).toEqual(['sent', 'sent']);
});

describe('Retry finds its run', () => {
	test('after many later ones that left something unfinished', async () => {
		await cutOff({}, 'a', 'b');
		for (let later = 0; later < 70; later += 1) {
			const run = startedRun({ origin: `later ${later}` });
			await sent(run, `later ${later}`);
			await run.end(false);
		}
		expect(await whole({ mode: 'retry' }, 'a', 'b', 'c')).toEqual(['accepted', 'accepted', 'sent']);
	});

	test('of many at once, also when those before it have ended', async () => {
		const runs = Array.from({ length: 40 }, (_, index) => startedRun({ origin: `list ${index}` }));
		for (const [index, run] of runs.entries()) await sent(run, `message ${index}`);
		for (const run of runs.slice(0, 36)) await run.end(true);
		await store().flush();
		expect(await whole({ mode: 'retry', origin: 'list 38' }, 'message 38')).toEqual(['accepted']);
	});
});

describe('n8n refuses while a run is entered', () => {
	/** What becomes of a message that a run which was cut off has sent. */
	async function afterRefusal(start: Start): Promise<string[]> {
		await cutOff({}, 'a');
		jest.spyOn(processedData, 'checkProcessedAndRecord').mockRejectedValue(new Error('The database is full'));
		return await sent(startedRun(start), 'a');
	}

	test.each([{ mode: 'retry' } as const, everyRun])(
		'its messages are unknown where it must know (%o)',
		async (start) => {
			expect(await afterRefusal(start)).toEqual(['unknown']);
		},
	);

	test('its messages leave where nothing was cut off', async () => {
		expect(await afterRefusal({})).toEqual(['sent']);
	});
});

test('a run of which nothing left is forgotten, so that many of them cost nothing', async () => {
	for (let index = 0; index < 3; index += 1) {
		const run = startedRun({ origin: `list ${index}` });
		await run.beforeLeaving('refused');
		await run.noteNotTaken('refused');
		await run.end(false);
	}
	expect(processedData.size).toBe(0);
});

test('to enter a run takes few writes however many there are already', async () => {
	for (let index = 0; index < 50; index += 1) {
		const run = startedRun({ origin: `list ${index}` });
		await sent(run, 'a');
		await run.end(false);
	}
	await store().flush();
	const before = processedData.writes;
	await startedRun({ origin: 'one more' }).beforeLeaving('a');
	expect(processedData.writes - before).toBeLessThanOrEqual(8);
});
