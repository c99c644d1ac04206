import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asExplained } from '../shared/failure/explained-error';
import { readPanel } from './call-forwarding-trigger.fields';
import { compare, type Remembered } from './forwarding-change';
import { coveredKinds } from './forwarding-event';
import { changeItem, sampleItems, testItem } from './forwarding-items';
import { readForwarding, readingError } from './forwarding-readings';
import type { Reading } from './forwarding-record';

type Memory = Record<string, Remembered>;

/** Polls come every minute at the fastest; what n8n allows a poll may be more than that. */
const longestPollMs = 40_000;

/** What is kept of a poll for building its output, in milliseconds. */
const outputMs = 5_000;

function readLimitMs(poll: IPollFunctions): number {
	return Math.min(poll.getPollBudgetMs?.() ?? longestPollMs, longestPollMs) - outputMs;
}

type Panel = ReturnType<typeof readPanel>;

/** What could be read of the numbers in the panel, and the error of what could not. */
async function readNumbers(poll: IPollFunctions, panel: Panel): Promise<{ read: Reading[]; error?: Error }> {
	try {
		const { read, failed } = await readForwarding(poll, panel, readLimitMs(poll));
		return { read, error: failed.length > 0 ? readingError(poll, failed) : undefined };
	} catch (error) {
		return { read: [], error: asExplained(error, poll.getNode(), {}) };
	}
}

/** The present state of all numbers, and samples of the event for the first one. */
async function fetchTestEvent(poll: IPollFunctions): Promise<IDataObject[]> {
	const panel = readPanel(poll);
	const { read, error } = await readNumbers(poll, panel);
	if (error) throw error;
	const samples = read.slice(0, 1).flatMap((first) => sampleItems(first, panel.event));
	return [...read.map(testItem), ...samples];
}

/** The poll of each trigger that began last. */
const latest = new Map<string, symbol>();

/**
 * Of polls that run at once (n8n makes up for those that were due while it was down, or the workflow is published while
 * one is under way), the one that began last tells what was found and remembers it; the others do neither. If that one
 * fails, nobody has remembered it, and the next poll finds it.
 *
 * The memory is in the node's static data. With durable cursors n8n does not store what the poll of an activation
 * leaves there, so numbers that are new are remembered in the workflow's static data as well, which n8n stores then.
 */
async function findChanges(poll: IPollFunctions): Promise<IDataObject[]> {
	const trigger = `${poll.getWorkflow().id} ${poll.getNode().id}`;
	const poller = Symbol(trigger);
	latest.set(trigger, poller);
	const staticData = poll.getWorkflowStaticData('node');
	const ofActivation = poll.getWorkflowStaticData('global');
	const stored = (staticData.numbers ?? {}) as Memory;
	const memory: Memory = { ...(ofActivation[trigger] as Memory), ...stored };
	const panel = readPanel(poll);
	const { read, error } = await readNumbers(poll, panel);
	const unread = panel.numbers.filter((number) => !read.some((reading) => reading.number === number));
	if (error && unread.some((number) => !memory[number])) throw error;
	if (latest.get(trigger) !== poller) return [];
	if (error) poll.__emitError(error);
	const compared = read.map((reading) => ({ reading, ...compare(memory[reading.number], reading) }));
	const kept = unread.map((number) => [number, memory[number]] as const);
	const next = [...compared.map((one) => [one.reading.number, one.memory] as const), ...kept];
	ofActivation[trigger] = Object.fromEntries(next.filter(([number]) => !stored[number]));
	staticData.numbers = Object.fromEntries(next);
	return compared.flatMap(({ reading, change }) =>
		change && coveredKinds[panel.event].includes(change.kind) ? [changeItem(reading, change)] : [],
	);
}

/**
 * One poll of the trigger (sections 2.3, 3 and 4.1). Numbers that could not be read keep their memory, and one error tells
 * of them, as a failed execution. It is thrown where one of them was never read: n8n polls no more after an activation that
 * fails, also after the one with which it starts.
 */
export async function pollCallForwarding(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items = this.getMode() === 'manual' ? await fetchTestEvent(this) : await findChanges(this);
		return items.length > 0 ? [this.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw asExplained(error, this.getNode(), {});
	}
}
