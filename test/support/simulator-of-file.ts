import type { SimulatorSettings } from '../../simulator/settings';
import { startSimulator, type Simulator } from '../../simulator/simulator';

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
