import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asExplained } from '../shared/failure/explained-error';
import { readPanel } from './call-forwarding-trigger.fields';
import { compare, type Remembered } from './forwarding-change';
import { coveredKinds } from './forwarding-event';
import { changeItem, sampleItems, testItem } from './forwarding-items';
import { readForwarding, readingError, type FailedReading } from './forwarding-readings';

type Memory = Record<string, Remembered>;

/** Polls come every minute at the fastest; what n8n allows a poll may be more than that. */
const longestPollMs = 40_000;

/** What is kept of a poll for building its output, in milliseconds. */
const outputMs = 5_000;

function readLimitMs(poll: IPollFunctions): number {
	return Math.min(poll.getPollBudgetMs?.() ?? longestPollMs, longestPollMs) - outputMs;
}

/** The present state of all numbers, and samples of the event for the first one. */
async function fetchTestEvent(poll: IPollFunctions): Promise<IDataObject[]> {
	const panel = readPanel(poll);
	const { read, failed } = await readForwarding(poll, panel, readLimitMs(poll));
	if (failed.length > 0) throw readingError(poll, failed);
	const samples = read.slice(0, 1).flatMap((first) => sampleItems(first, panel.event));
	return [...read.map(testItem), ...samples];
}

/** Whether a poll has nothing to go on with: no number was read, the token is wrong, or a number was never read. */
function isFatal(failed: FailedReading[], numbers: string[], memory: Memory): boolean {
	const isAlone = ({ number, failure }: FailedReading) => failure.status === 401 || !memory[number];
	return failed.length === numbers.length || failed.some(isAlone);
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
	const { numbers, event, readPath } = readPanel(poll);
	const { read, failed } = await readForwarding(poll, { numbers, readPath }, readLimitMs(poll));
	const error = failed.length > 0 ? readingError(poll, failed) : undefined;
	if (error && isFatal(failed, numbers, memory)) throw error;
	if (latest.get(trigger) !== poller) return [];
	if (error) poll.__emitError(error);
	const compared = read.map((reading) => ({ reading, ...compare(memory[reading.number], reading) }));
	const kept = failed.map(({ number }) => [number, memory[number]] as const);
	const next = [...compared.map((one) => [one.reading.number, one.memory] as const), ...kept];
	ofActivation[trigger] = Object.fromEntries(next.filter(([number]) => !stored[number]));
	staticData.numbers = Object.fromEntries(next);
	return compared.flatMap(({ reading, change }) =>
		change && coveredKinds[event].includes(change.kind) ? [changeItem(reading, change)] : [],
	);
}

/**
 * One poll of the trigger (sections 2.3, 3 and 4.1). Numbers that could not be read keep their memory and are told in one
 * error, which is thrown, and makes an activation fail, where a poll has nothing to go on with.
 */
export async function pollCallForwarding(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items = this.getMode() === 'manual' ? await fetchTestEvent(this) : await findChanges(this);
		return items.length > 0 ? [this.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw asExplained(error, this.getNode(), {});
	}
}
