/**
 * Every fault of the simulator against every operation. The expectation is stated by what an operation does to
 * the world, and is the table in docs/evidence.md (`npm run sweep` writes it anew).
 */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { evidence, withEvidence, writeEvidence } from '../../scripts/evidence';
import type { FaultEffect } from '../../simulator/faults';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { table } from '../../scripts/markdown-table';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { callOf, operationIds, operations, type OfferedId, serviceOf } from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, lookupRate: false });
useFakeClock();
beforeEach(() => {
	// The limit of a request is one of Node itself, which no fake clock knows.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const limit = new AbortController();
		setTimeout(() => limit.abort(), ms);
		return limit.signal;
	});
});

const options = { messagesPerSecond: 0, lookupsPerMinute: 0 };

const faults: Record<string, FaultEffect | undefined> = {
	'connection refused': undefined,
	'reset before': { kind: 'resetBefore' },
	'reset after': { kind: 'resetAfter' },
	timeout: { kind: 'timeout' },
	'429': { kind: 'status', status: 429, retryAfter: 1 },
	'429 with no Retry-After': { kind: 'status', status: 429 },
	'500': { kind: 'status', status: 500 },
	'503': { kind: 'status', status: 503 },
	'malformed 200': { kind: 'malformed' },
	'HTML 200': { kind: 'html' },
};
/** In this order: JavaScript has names that are numbers before the others. */
const faultNames = ['connection refused', ...Object.keys(faults).filter((name) => faults[name])];
const refusals = ['429', '429 with no Retry-After'];
const retriedReads = ['reset before', 'reset after', '503'];
const tries = 4;

/** Whether an operation has a rate: a 429 to it is no try, but made again for ten minutes. */
function hasRate(id: OfferedId): boolean {
	return 'rate' in serviceOperations[serviceOf(id)];
}

/** How often the service gets a request that is struck, and what its item says; after a slash, of a fault that happens once. */
function expected(id: OfferedId, fault: string): string {
	const isRead = serviceOperations[serviceOf(id)].effect === 'read';
	if (fault === 'connection refused') return isRead ? '0 error' : '0 notSent';
	if (refusals.includes(fault)) {
		return `${hasRate(id) ? 'many' : tries} ${isRead ? 'error' : 'rejected'} / 2 success`;
	}
	if (!isRead) return '1 unknown';
	return retriedReads.includes(fault) ? `${tries} error / 2 success` : '1 error';
}

function resultOf(item: IDataObject | undefined): string {
	if (item?.status === 'accepted' || !item?.details) return 'success';
	return String((item.details as IDataObject).outcome ?? 'error');
}

function parameters(id: OfferedId, fault: string): INodeParameters {
	const { about } = operations[id];
	return {
		...callOf(id),
		...(about && { [about.parameter]: '={{ $json.about }}' }),
		options,
		requestOptions: fault === 'timeout' ? { timeout: 2_000 } : {},
	};
}

/** Strikes the first of the items that a call of the operation may be about, so many times; 0 for always. */
async function strike(id: OfferedId, fault: string, times: number): Promise<string> {
	const { node, about = { values: [''] } } = operations[id];
	const items = about.values.map((value) => ({ about: value }));
	const match = items.length > 1 ? { number: String(items[0]?.about) } : { operationId: serviceOf(id) };
	const effect = faults[fault];
	if (effect) simulator().fault({ ...effect, match, times });
	const baseUrl = effect ? simulator().url : 'http://127.0.0.1:1';
	const settings = { onError: 'continueRegularOutput' } as const;
	const run = runNode(node, parameters(id, fault), { items, baseUrl, settings });
	const finished = await whileTimePasses(run, refusals.includes(fault) ? 2_500 : 50);
	const [struck, ...others] = items.map((_, item) => {
		const own = finished.outputs()[0]?.find(({ pairedItem }) => isDeepStrictEqual(pairedItem, { item }));
		expect(own).toBeDefined();
		return resultOf(own?.json);
	});
	if (effect) expect(others).toEqual(others.map(() => 'success'));
	const requests = simulator().requests.length - (effect ? others.length : 0);
	return `${requests > tries ? 'many' : requests} ${String(struck)}`;
}

describe.each(operationIds)('%s', (id) => {
	test.each(faultNames)('%s', async (fault) => {
		const lasting = await strike(id, fault, 0);
		simulator().reset();
		const once = await strike(id, fault, 1);
		expect([...new Set([lasting, once])].join(' / ')).toBe(expected(id, fault));
	});
});

test('the table in the docs is what was expected', () => {
	const sameOf = (id: OfferedId) => faultNames.map((fault) => expected(id, fault)).join();
	const groups = [...Map.groupBy(operationIds, sameOf).values()];
	const letters = groups.map((_, index) => String.fromCharCode('A'.charCodeAt(0) + index));
	const legend = groups.map((ids, index) => `- **${letters[index] ?? ''}**: ${ids.join(', ')}`);
	const cellsOf = (fault: string) => groups.map(([id]) => expected(id as OfferedId, fault));
	const alike = Map.groupBy(faultNames, (fault) => cellsOf(fault).join());
	const lines = [...alike.values()].map((same) => [same.join(', '), ...cellsOf(String(same[0]))]);
	const text = `## Fault sweep

\`npm run sweep\`: every fault against every operation, in n8n's engine with the simulator. Cells have the number of requests
and the result; after a slash those of a fault that happens once.

${legend.join('\n')}

${table(['Fault', ...letters], lines)}

\`notSent\`, \`rejected\` and \`unknown\` are [outcomes](delivery.md#outcomes). \`error\`: a read failed. Many: for 10 minutes.`;
	if (process.env.UPDATE_DOCS) writeEvidence({ faults: text });
	expect(evidence()).toBe(withEvidence({ faults: text }));
});
