import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { fingerprint } from '../shared/delivery/ledger/ledger';
import type { Explanation } from '../shared/failure/explain';
import { asExplained, explainedError } from '../shared/failure/explained-error';
import { credentialType } from '../shared/service/service-account';
import { NotInTime, withinLimit } from '../shared/service/time-limit';
import { testItem } from './forwarding-items';
import { lookError, looksAt } from './forwarding-look';
import { notePoll, readMemory, writeMemory, type ForwardingMemory } from './forwarding-memory';
import { found, type Found } from './forwarding-poll';
import { sampleItems } from './forwarding-sample';
import { watched } from './watched';

/** How long a poll may take, in milliseconds; n8n gives up one that takes 45 seconds. */
const pollLimitMs = 40_000;

function output(poll: IPollFunctions, items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [poll.helpers.returnJsonArray(items)] : null;
}

/** The present state of all numbers, and samples of the event for the first one. */
async function testEvent(poll: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const { numbers, readPath, event } = watched(poll);
	const { seen, failed } = await looksAt(poll, numbers, readPath);
	if (failed.length > 0) throw lookError(poll, failed);
	const samples = seen.slice(0, 1).flatMap((first) => sampleItems(first, event));
	return output(poll, [...seen.map(testItem), ...samples]);
}

/** Tells polls apart that may find different things: other parameters, another credential, or another memory. */
async function questionOf(poll: IPollFunctions, trigger: string, memory: ForwardingMemory): Promise<string> {
	const credential = await poll.getCredentials(credentialType);
	return fingerprint([trigger, poll.getNode().parameters, credential, memory]);
}

const underWay = new Map<string, Promise<Found>>();

/**
 * What a poll finds, or another one that is under way with the same question. n8n may run several polls of a trigger at
 * once, e.g. those that were due while it was down. None is under way for longer than a poll may take.
 */
async function foundOnce(poll: IPollFunctions, trigger: string, memory: ForwardingMemory): Promise<Found> {
	const question = await questionOf(poll, trigger, memory);
	const other = underWay.get(question);
	if (other) return await other;
	const own = withinLimit(pollLimitMs, async () => await found(poll, trigger, memory));
	underWay.set(question, own);
	try {
		return await own;
	} finally {
		underWay.delete(question);
	}
}

/** The poll of each trigger that began last. */
const latest = new Map<string, symbol>();

/**
 * Of polls that run at once, the one that began last tells what was found and remembers it; the others do neither. Some
 * versions of n8n discard what a poll has found when the workflow was published again meanwhile, others do not: so the
 * first poll of the new activation tells it. If that one fails, nobody has remembered it and the next poll finds it.
 */
async function changes(poll: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const trigger = `${poll.getWorkflow().id} ${poll.getNode().id}`;
	const own = Symbol(trigger);
	latest.set(trigger, own);
	const staticData = poll.getWorkflowStaticData('node');
	const before = readMemory(staticData);
	const { items, memory, error } = await withinLimit(
		pollLimitMs,
		async () => await foundOnce(poll, trigger, before),
	);
	if (latest.get(trigger) !== own) return null;
	if (error) poll.__emitError(error);
	writeMemory(staticData, memory);
	notePoll(trigger, memory);
	if (items.length === 0) await poll.__commitCursor?.();
	return output(poll, items);
}

const notInTime: Explanation = {
	message: `The poll was not over within ${pollLimitMs / 1000} s`,
	description: 'It was given up; the next poll looks again.',
	cause: { cause: 'temporarily-unavailable' },
};

function pollError(poll: IPollFunctions, error: unknown): Error {
	const node = poll.getNode();
	return error instanceof NotInTime ? explainedError(node, notInTime, {}) : asExplained(error, node, {});
}

/**
 * One poll of the trigger (sections 2.3, 3 and 4.1). It compares the present records with the memory and emits
 * the changes that the event covers. Numbers that could not be read keep their memory and are told in one error;
 * when a poll has nothing to go on with, nothing is written and the error is thrown, which makes an activation
 * fail. A poll that emits nothing stores its memory itself where n8n can (durable cursors), because n8n does not
 * after the poll of an activation. A fetched test event shows the present state and samples of the event, and leaves
 * the memory alone.
 */
export async function pollCallForwarding(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return this.getMode() === 'manual' ? await testEvent(this) : await changes(this);
	} catch (error) {
		throw pollError(this, error);
	}
}
