import { useFakeClock, whileTimePasses } from '../support/clock';
import { retryRun, startRun } from '../support/campaign';
import { processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false, latencyMs: 10 }));

function recipients(count: number): Array<{ to: string }> {
	return Array.from({ length: count }, (_, index) => ({ to: `+12025550${160 + index}` }));
}

test('what the database did not take while it was away is entered when it is back', async () => {
	const record = processedData.checkProcessedAndRecord.bind(processedData);
	let calls = 0;
	const refuse = jest.spyOn(processedData, 'checkProcessedAndRecord').mockImplementation(async (...call) => {
		calls += 1;
		if (calls > 2 && calls < 6) throw new Error('The database is away');
		return await record(...call);
	});
	const killed = await startRun(recipients(20), { kill: { accepted: 14 } });
	refuse.mockRestore();
	await retryRun(killed);
	expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
});

describe('where n8n does not record', () => {
	useFakeClock();

	test('the messages are sent, and a hint says that the run is not recorded', async () => {
		const items = recipients(5);
		const refuse = jest
			.spyOn(processedData, 'checkProcessedAndRecord')
			.mockRejectedValue(new Error('The database is full'));
		const run = await whileTimePasses(startRun(items));
		refuse.mockRestore();
		expect(Object.values(messagesPerRecipient())).toEqual([1, 1, 1, 1, 1]);
		expect(run.finished?.hints()).toEqual([
			expect.stringMatching(/^This run is not recorded.*The database is full$/),
		]);
	});
});
