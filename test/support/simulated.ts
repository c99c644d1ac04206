import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { demoToken } from '../../simulator/accounts';
import type { SimulatorSettings } from '../../simulator/settings';
import { runWorkflow, workflowAround, type Finished } from './engine';
import { leased } from './leased-numbers';
import { runSimulator, simulator } from './simulator-of-file';

export { leased } from './leased-numbers';
export { simulator } from './simulator-of-file';

/**
 * Runs a simulator for the tests of a file, fresh for each test. After each test, every request that reached it
 * must match the OpenAPI document.
 */
export function useSimulator(settings: Partial<SimulatorSettings> = {}): void {
	runSimulator(settings);
	afterEach(() => {
		expect(simulator().violations).toEqual([]);
	});
}

/** A credential for the simulator. */
export function credential(token = demoToken): { accessToken: string; baseUrl: string } {
	return { accessToken: token, baseUrl: simulator().url };
}

interface RunSettings {
	items?: IDataObject[];
	settings?: Partial<INode>;
	token?: string;
	baseUrl?: string;
}

/** Runs one node of the package in n8n's engine, behind items and in front of two collecting nodes. */
export async function runNode(
	type: string,
	parameters: INodeParameters,
	{ items, settings, token, baseUrl }: RunSettings = {},
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

/** Sends plain iMessages with further parameters, where the workflow goes on after one that fails, unless told. */
export async function send(
	items: IDataObject[],
	parameters: INodeParameters = {},
	settings: Partial<INode> = { onError: 'continueRegularOutput' },
): Promise<Finished> {
	return await runNode('phoneServiceMessaging', { ...plainImessage, ...parameters }, { items, settings });
}

/** The rows that come of that. */
export async function sentRows(...given: Parameters<typeof send>): Promise<IDataObject[]> {
	return (await send(...given)).json();
}

/** Sends an iMessage by another program of the account. */
export async function sentElsewhere(body: { to: unknown; message: string } & IDataObject): Promise<void> {
	const headers = { authorization: `Bearer ${demoToken}`, 'content-type': 'application/json' };
	const request = { method: 'POST', headers, body: JSON.stringify({ from: leased.imessage, ...body }) };
	expect((await fetch(`${simulator().url}/send/imessage`, request)).status).toBe(200);
}
