/**
 * Every fault of the simulator against every operation. The expectation is stated by what an operation does to
 * the world; the table in docs/evidence.md is made from what was seen (`npm run sweep` writes it anew).
 */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { evidence, withEvidence, writeEvidence } from '../../scripts/evidence';
import type { FaultEffect } from '../../simulator/faults';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { table } from '../../scripts/markdown-table';
import { useFakeClock, whileTimePasses } from '../support/clock';
import type { Finished } from '../support/engine';
import { callOf, operationIds, operations, type OfferedId, serviceOf } from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFakeClock();
beforeEach(() => simulator().set({ sendRate: false, lookupRate: false }));

const options = { messagesPerSecond: 0, lookupsPerMinute: 0, ifOutcomeUnknown: 'doNotSend' };

/** One item for each value that a call of the operation may be about, or one about the account; the first is struck. */
function itemsOf(id: OfferedId): IDataObject[] {
	return (operations[id].about?.values ?? ['']).map((about) => ({ about }));
}

type FaultName = keyof typeof faults | 'connection refused';

const faults = {
	'reset before': { kind: 'resetBefore' },
	'reset after': { kind: 'resetAfter' },
	timeout: { kind: 'timeout' },
	'429': { kind: 'status', status: 429, retryAfter: 1 },
	'429 with no Retry-After': { kind: 'status', status: 429 },
	'500': { kind: 'status', status: 500 },
	'503': { kind: 'status', status: 503 },
	'malformed 200': { kind: 'malformed' },
	'HTML 200': { kind: 'html' },
} as const satisfies Record<string, FaultEffect>;

const faultNames: FaultName[] = [
	'connection refused',
	...(Object.keys(faults) as Array<keyof typeof faults>),
];
const tries = 4;
const retriedReads: FaultName[] = ['reset before', 'reset after', '503'];
const always: FaultName[] = ['429', '429 with no Retry-After'];

interface Seen {
	/** Requests of the struck item that the service saw. */
	requests: number;
	/** What the struck item says. */
	result: string;
}

/** A 429 to an operation with a rate is no try: it is made again until the option Give Up After ends it. */
function isGivenUp(id: OfferedId, fault: FaultName): boolean {
	return 'rate' in serviceOperations[serviceOf(id)] && always.includes(fault);
}

function expectedSeen(id: OfferedId, fault: FaultName, times: 'always' | 'once'): Seen {
	const isRead = serviceOperations[serviceOf(id)].effect === 'read';
	if (fault === 'connection refused') return { requests: 0, result: isRead ? 'error' : 'notSent' };
	if (always.includes(fault) || (isRead && retriedReads.includes(fault))) {
		if (times === 'once') return { requests: 2, result: 'success' };
		return { requests: tries, result: isRead ? 'error' : 'rejected' };
	}
	return { requests: 1, result: isRead ? 'error' : 'unknown' };
}

function addFault(id: OfferedId, fault: FaultName, times: 'always' | 'once'): void {
	if (fault === 'connection refused') return;
	const [struck, other] = itemsOf(id);
	const match = other ? { number: String(struck?.about) } : { operationId: serviceOf(id) };
	simulator().fault({ ...faults[fault], match, times: times === 'always' ? 0 : 1 });
}

function resultOf(item: IDataObject | undefined): string {
	if (item?.status === 'accepted' || !item?.details) return 'success';
	return String((item.details as IDataObject).outcome ?? 'error');
}

/** What came out of an input item: the first of its items, which it must have. */
function firstOf(finished: Finished, index: number): IDataObject {
	const own = finished
		.outputs()[0]
		?.filter(({ pairedItem }) => isDeepStrictEqual(pairedItem, { item: index }));
	expect(own?.length).toBeGreaterThan(0);
	return own?.[0]?.json ?? {};
}

function givenUpSoon(id: OfferedId): INodeParameters {
	return 'rate' in serviceOperations[serviceOf(id)] ? { giveUpAfter: 2 } : {};
}

async function strike(id: OfferedId, fault: FaultName, times: 'always' | 'once'): Promise<Seen> {
	const { node, about } = operations[id];
	const items = itemsOf(id);
	const baseUrl = fault === 'connection refused' ? 'http://127.0.0.1:1' : simulator().url;
	addFault(id, fault, times);
	const finished = await whileTimePasses(
		runNode(
			node,
			{
				...callOf(id),
				...(about && { [about.parameter]: '={{ $json.about }}' }),
				options: { ...options, ...givenUpSoon(id) },
				requestOptions: fault === 'timeout' ? { timeout: 300 } : {},
			},
			{ items, baseUrl, settings: { onError: 'continueRegularOutput' } },
		),
	);
	const [struckItem, ...others] = items.map((_, index) => firstOf(finished, index));
	if (fault === 'connection refused')
		return { requests: simulator().requests.length, result: resultOf(struckItem) };
	expect(others.map(resultOf)).toEqual(others.map(() => 'success'));
	return { requests: simulator().requests.length - others.length, result: resultOf(struckItem) };
}

const rows = new Map<OfferedId, string[]>();

describe.each(operationIds)('%s', (id) => {
	test.each(faultNames)('%s', async (fault) => {
		const lasting = await strike(id, fault, 'always');
		const expected = expectedSeen(id, fault, 'always');
		if (isGivenUp(id, fault)) expect(lasting.requests).toBeGreaterThan(tries);
		else expect(lasting.requests).toBe(expected.requests);
		expect(lasting.result).toBe(expected.result);
		const requests = isGivenUp(id, fault) ? 'many' : lasting.requests;
		let cell = `${requests} ${lasting.result}`;
		if (fault !== 'connection refused') {
			simulator().reset();
			simulator().set({ sendRate: false, lookupRate: false });
			const once = await strike(id, fault, 'once');
			expect(once).toEqual(expectedSeen(id, fault, 'once'));
			const seen = `${once.requests} ${once.result}`;
			if (seen !== cell) cell += ` / ${seen}`;
		}
		rows.set(id, [...(rows.get(id) ?? []), cell]);
	});
});

/** The operations that saw the same, together, with what they saw. */
function columns(): Array<{ operations: OfferedId[]; cells: string[] }> {
	const alike = Map.groupBy([...rows], ([, cells]) => cells.join());
	return [...alike.values()].map((group) => ({
		operations: group.map(([id]) => id),
		cells: group[0]?.[1] ?? [],
	}));
}

test('the table in the docs is what was seen', () => {
	const groups = columns();
	const letters = groups.map((_, index) => String.fromCharCode('A'.charCodeAt(0) + index));
	const legend = groups.map(
		({ operations: ids }, index) => `- **${letters[index] ?? ''}**: ${ids.join(', ')}`,
	);
	const seen = faultNames.map((fault, index) => ({
		fault,
		cells: groups.map(({ cells }) => cells[index] ?? ''),
	}));
	const alike = Map.groupBy(seen, ({ cells }) => cells.join());
	const lines = [...alike.values()].map((same) => [
		same.map(({ fault }) => fault).join(', '),
		...(same[0]?.cells ?? []),
	]);
	const faults = `## Fault sweep

\`npm run sweep\`: every fault against every operation, in n8n's engine with the simulator. Cells have the number of requests
and the result; after a slash those of a fault that happens once.

${legend.join('\n')}

${table(['Fault', ...letters], lines)}

\`notSent\`, \`rejected\` and \`unknown\` are [outcomes](delivery.md#outcomes). \`error\`: a read failed. Many: until
_Give Up After (Minutes)_.`;
	if (process.env.UPDATE_DOCS) writeEvidence({ faults });
	expect(evidence()).toBe(withEvidence({ faults }));
});
