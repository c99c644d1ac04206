import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { demoToken } from '../../simulator/accounts';
import { startSimulator, type Simulator } from '../../simulator/simulator';
import { runWorkflow, workflowAround, type Finished } from './engine';
import { leased } from './leased-numbers';

export { leased } from './leased-numbers';

let running: Simulator | undefined;

/** The simulator of this test file. */
export function simulator(): Simulator {
	if (!running) throw new Error('Call useSimulator() first');
	return running;
}

/**
 * Runs a simulator for the tests of a file, fresh for each test. After each test, every request that reached it
 * must match the OpenAPI document, unless the test says that it means to break it.
 */
export function useSimulator(): void {
	beforeAll(async () => {
		running = await startSimulator();
	});
	beforeEach(() => simulator().reset());
	afterEach(() => {
		expect(simulator().violations).toEqual([]);
	});
	afterAll(async () => await simulator().stop());
}

/** A credential for the simulator. */
export function credential(token = demoToken): { accessToken: string; baseUrl: string } {
	return { accessToken: token, baseUrl: simulator().url };
}

interface NodeRun {
	items?: IDataObject[];
	settings?: Partial<INode>;
	token?: string;
	baseUrl?: string;
}

/** Runs one node of the package in n8n's engine, behind items and in front of two collecting nodes. */
export async function runNode(
	type: string,
	parameters: INodeParameters,
	{ items, settings, token, baseUrl }: NodeRun = {},
): Promise<Finished> {
	const account = { ...credential(token), ...(baseUrl && { baseUrl }) };
	return await runWorkflow(workflowAround(type, parameters, items, settings), account);
}

/** Parameters of a plain iMessage to the item's `to`. */
export const plainImessage: INodeParameters = {
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	from: leased.imessage,
	options: { messagesPerSecond: 0 },
};
