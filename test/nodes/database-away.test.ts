import { sleep } from 'n8n-workflow';

import { useFakeClock, whileTimePasses } from '../support/clock';
import { recipients, retryRun, startRun, type Started } from '../support/campaign';
import { processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator({ sendRate: false, latencyMs: 10 });

test('what the database did not take while it was away is entered when it is back', async () => {
	const record = processedData.checkProcessedAndRecord.bind(processedData);
	let calls = 0;
	const refuse = jest.spyOn(processedData, 'checkProcessedAndRecord').mockImplementation(async (...call) => {
		calls += 1;
		if (calls > 2 && calls < 26) throw new Error('The database is away');
		return await record(...call);
	});
	const killed = await startRun(recipients(20), { kill: { accepted: 14 } });
	refuse.mockRestore();
	await retryRun(killed);
	expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
});

describe('where n8n does not record', () => {
	useFakeClock();

	/** A run while n8n's database takes nothing. */
	async function unrecorded(run: () => Promise<Started>): Promise<Started> {
		const refuse = jest
			.spyOn(processedData, 'checkProcessedAndRecord')
			.mockRejectedValue(new Error('The database is full'));
		try {
			return await whileTimePasses(run());
		} finally {
			refuse.mockRestore();
		}
	}

	test('the messages are sent, n8n is waited for once, and a hint says that the run is not recorded', async () => {
		const begin = Date.now();
		const run = await unrecorded(async () => await startRun(recipients(12)));
		expect(Date.now() - begin).toBeLessThan(60_000);
		expect(Object.values(messagesPerRecipient())).toEqual(Array(12).fill(1));
		expect(run.finished?.hints()).toEqual([
			expect.stringMatching(/^This run is not recorded.*The database is full$/),
		]);
	});

	test('a Retry sends nothing, and the next one sends the rest', async () => {
		const killed = await whileTimePasses(startRun(recipients(40), { kill: { accepted: 10 } }));
		const sent = simulator().outbox.length;
		const { finished } = await unrecorded(async () => await retryRun(killed));
		expect(finished?.json().map(({ status }) => status)).toEqual(Array(40).fill('unknown'));
		expect(simulator().outbox).toHaveLength(sent);
		await whileTimePasses(retryRun(killed));
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
		expect(simulator().outbox.length).toBeGreaterThan(sent);
	});

	test('a Retry with Send Again ends, and sends nothing', async () => {
		const options = { sendAgainIfUnknown: true };
		const killed = await whileTimePasses(startRun(recipients(12), { kill: { accepted: 5 }, options }));
		const sent = simulator().outbox.length;
		const { finished } = await unrecorded(async () => await retryRun(killed, { options }));
		expect(finished?.json().map(({ status }) => status)).toEqual(Array(12).fill('unknown'));
		expect(simulator().outbox).toHaveLength(sent);
	});

	test('a message with an idempotency key is not sent', async () => {
		const options = { idempotencyKey: '={{ $json.to }}' };
		const { finished } = await unrecorded(async () => await startRun(recipients(2), { options }));
		const reason = expect.stringMatching(/^The idempotency key or campaign could not be recorded/);
		expect(finished?.json()).toMatchObject(Array(2).fill({ status: 'failed', reason }));
		expect(simulator().outbox).toEqual([]);
	});

	test('what was accepted before it stood still is told as accepted, also with Send Again', async () => {
		const options = { idempotencyKey: '={{ $json.to }}', sendAgainIfUnknown: true };
		const send = async () => await whileTimePasses(startRun(recipients(3), { options }));
		await send();
		const record = processedData.checkProcessedAndRecord.bind(processedData);
		let calls = 0;
		const standsStill = jest
			.spyOn(processedData, 'checkProcessedAndRecord')
			.mockImplementation(async (...call) => {
				calls += 1;
				if (calls === 2) await sleep(20_000);
				return await record(...call);
			});
		const { finished } = await send();
		standsStill.mockRestore();
		expect(finished?.json()).toMatchObject(Array(3).fill({ status: 'accepted', already_sent: true }));
		expect(simulator().outbox).toHaveLength(3);
	});
});
