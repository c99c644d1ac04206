import type { SimulatorSettings } from '../../simulator/settings';
import { startSimulator, type Simulator } from '../../simulator/simulator';
import { occurrences } from './occurrences';

let running: Simulator | undefined;

/** The simulator of this test file. */
export function simulator(): Simulator {
	if (!running) throw new Error('Call useSimulator() first');
	return running;
}

/** Runs a simulator for the tests of a file, fresh for each test. */
export function runSimulator(settings: Partial<SimulatorSettings> = {}): void {
	beforeAll(async () => {
		running = await startSimulator({ settings });
	});
	beforeEach(() => simulator().reset());
	afterAll(async () => await simulator().stop());
}

/** How many messages the service has accepted for each recipient. */
export function messagesPerRecipient(): Record<string, number> {
	return occurrences(simulator().outbox.map(({ to }) => to));
}
