import type { Simulator } from '../../simulator/simulator';
import type { SimulatorSettings } from '../../simulator/settings';
import { runSimulator, simulator } from '../../test/support/simulator-of-file';
import { simulatorCredential, type CredentialReference } from '../../scripts/n8n/n8n-credentials';
import type { N8n } from '../../scripts/n8n/n8n';
import { until } from '../../scripts/n8n/until';
import { sharedN8n } from './shared-run';

export { demoToken as token } from '../../simulator/accounts';
export { leased } from '../../test/support/leased-numbers';

/**
 * A simulator for the tests of a file, fresh for each test, without the service's rates unless `settings` bring them
 * back. After each test, every request that reached it must match the OpenAPI document.
 */
export function useSimulator(settings: Partial<SimulatorSettings> = {}): () => Simulator {
	runSimulator({ sendRate: false, lookupRate: false, ...settings });
	afterEach(() => {
		expect(simulator().violations).toEqual([]);
	});
	return simulator;
}

/** Stores a credential for a simulator in an n8n. */
export async function serviceCredential(n8n: N8n, baseUrl: string): Promise<CredentialReference> {
	return await n8n.credentials.create(simulatorCredential(baseUrl, `Simulator at ${baseUrl}`));
}

/** The n8n that all test files share, a simulator for the tests of a file, and a credential for that, stored before them. */
export function useService(settings?: Partial<SimulatorSettings>) {
	const n8n = sharedN8n();
	const simulator = useSimulator(settings);
	let stored: CredentialReference | undefined;
	beforeAll(async () => {
		stored = await serviceCredential(n8n, simulator().url);
	});
	return { n8n, simulator, credential: () => stored as CredentialReference };
}

/** Waits until the simulator has dealt with every request that has reached it, those of a stopped execution too. */
export async function nothingUnderWay(simulator: () => Simulator): Promise<void> {
	await until(() => simulator().requests.every(({ underWay }) => !underWay));
}
