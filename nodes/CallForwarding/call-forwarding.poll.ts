import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import type { ResponseEnvelope } from '../shared/service/answer';
import { ItemParameters } from '../shared/operation/item-parameters';
import { RunParameters } from '../shared/operation/run-parameters';
import { InvalidInput } from '../shared/input/invalid-input';
import { phoneNumbers } from '../shared/input/phone-number';
import { readPathOf, triggerFields } from './call-forwarding-trigger.fields';
import {
	firstLook,
	nextLook,
	type CallForwarding,
	type Change,
	type Look,
	type Remembered,
} from './forwarding-change';
import { eventCovers, type ForwardingEvent } from './forwarding-event';
import { failedLooks, lookError, looksAt, recordOf, type FailedLook, type Looks } from './forwarding-look';
import {
	isLastPollKnown,
	maySkip,
	notePoll,
	readMemory,
	writeMemory,
	type ForwardingMemory,
} from './forwarding-memory';

interface Watched {
	numbers: string[];
	readPath: string;
	event: ForwardingEvent;
}

/** What the panel says. InvalidInput when it names no number, a wrong one, or no path. */
function watched(poll: IPollFunctions): Watched {
	const parameters = new ItemParameters(new RunParameters(poll.getNode().parameters, triggerFields), (name) =>
		poll.getNodeParameter(name, null),
	);
	const numbers = [...new Set(phoneNumbers('Numbers', parameters.list('numbers', 'Numbers')))];
	if (numbers.length === 0) {
		throw new InvalidInput('The trigger watches no number', 'Add at least one leased number.');
	}
	const event = parameters.text('event', 'Event') as ForwardingEvent;
	return { numbers, readPath: readPathOf(parameters), event };
}

function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

function changeItem(number: string, record: CallForwarding, change: Change): IDataObject {
	return {
		number,
		change: change.kind,
		call_forwarding: { ...record },
		previous: { ...change.previous },
		first_seen: isoTime(change.firstSeen),
	};
}

function testItem(number: string, envelope: ResponseEnvelope): IDataObject {
	return {
		number,
		change: 'none',
		test: true,
		call_forwarding: { ...recordOf(envelope) },
		previous: null,
		first_seen: isoTime(envelope.timestamp),
	};
}

function look(before: Remembered | undefined, envelope: ResponseEnvelope): Look {
	const record = recordOf(envelope);
	const at = envelope.timestamp;
	return before ? nextLook(before, record, at) : { memory: firstLook(record, at) };
}

/** What a poll has found out: the items to emit and the memory to keep. */
interface Found {
	items: IDataObject[];
	memory: ForwardingMemory;
}

function learned(memory: ForwardingMemory, numbers: string[], answers: Looks, event: ForwardingEvent): Found {
	const items: IDataObject[] = [];
	const kept: ForwardingMemory['numbers'] = {};
	for (const number of numbers) {
		const answer = answers.get(number);
		const before = memory.numbers[number];
		if (answer?.ok) {
			const { memory: remembered, change } = look(before, answer.envelope);
			kept[number] = remembered;
			if (change && eventCovers(event, change.kind))
				items.push(changeItem(number, remembered.record, change));
		} else if (before) {
			kept[number] = answer ? before : { ...before, skipped: true };
		}
	}
	return { items, memory: { polledAt: Date.now(), numbers: kept } };
}

function output(poll: IPollFunctions, items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [poll.helpers.returnJsonArray(items)] : null;
}

async function presentState(poll: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const { numbers, readPath } = watched(poll);
	const answers = await looksAt(poll, numbers, readPath);
	const failed = failedLooks(answers);
	if (failed.length > 0) throw lookError(poll, failed);
	const items = [...answers].flatMap(([number, answer]) =>
		answer.ok ? [testItem(number, answer.envelope)] : [],
	);
	return output(poll, items);
}

const polledBefore = new WeakSet<IPollFunctions>();

/** Whether this is the first poll of an activation; with durable cursors every poll looks like one. */
function isFirstPoll(poll: IPollFunctions): boolean {
	const isFirst = !polledBefore.has(poll);
	polledBefore.add(poll);
	return isFirst;
}

/** Whether a poll has nothing to go on with: no number was read, the token is wrong, or an activation names a number that cannot be read. */
function isFatal(
	failed: FailedLook[],
	numbers: string[],
	memory: ForwardingMemory,
	isFirst: boolean,
): boolean {
	return (
		failed.length === numbers.length ||
		failed.some(([number, { status }]) => status === 401 || (isFirst && !memory.numbers[number]))
	);
}

/** The numbers to read in this poll. */
function dueNumbers(trigger: string, numbers: string[], memory: ForwardingMemory): string[] {
	if (!isLastPollKnown(trigger, memory)) return numbers;
	const now = Date.now();
	return numbers.filter((number) => {
		const remembered = memory.numbers[number];
		return !remembered || !maySkip(remembered, memory, now);
	});
}

async function found(poll: IPollFunctions, trigger: string, memory: ForwardingMemory): Promise<Found> {
	const isFirst = isFirstPoll(poll);
	const { numbers, readPath, event } = watched(poll);
	const answers = await looksAt(poll, dueNumbers(trigger, numbers, memory), readPath);
	const failed = failedLooks(answers);
	const error = failed.length > 0 ? lookError(poll, failed) : undefined;
	if (error && isFatal(failed, numbers, memory, isFirst)) throw error;
	if (error) poll.__emitError(error);
	return learned(memory, numbers, answers, event);
}

const underWay = new Map<string, Promise<Found>>();

/**
 * The poll of a trigger that is under way, or else a new one. n8n may run several polls of a trigger at once, each
 * with the same old memory, e.g. those that were due while it was down: the first looks, the others learn from it.
 */
async function foundOnce(poll: IPollFunctions, trigger: string, memory: ForwardingMemory): Promise<Found> {
	const other = underWay.get(trigger);
	if (other) return { items: [], memory: (await other).memory };
	const own = found(poll, trigger, memory);
	underWay.set(trigger, own);
	try {
		return await own;
	} finally {
		underWay.delete(trigger);
	}
}

async function changes(poll: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const trigger = `${poll.getWorkflow().id} ${poll.getNode().id}`;
	const staticData = poll.getWorkflowStaticData('node');
	const { items, memory } = await foundOnce(poll, trigger, readMemory(staticData));
	writeMemory(staticData, memory);
	notePoll(trigger, memory);
	if (items.length === 0) await poll.__commitCursor?.();
	return output(poll, items);
}

function pollError(poll: IPollFunctions, error: unknown): unknown {
	if (!(error instanceof InvalidInput)) return error;
	return new NodeOperationError(poll.getNode(), error.message, { description: error.description });
}

/**
 * One poll of the trigger (sections 2.3, 3 and 4.1). It compares the present records with the memory and emits
 * the changes that the event covers. Numbers that could not be read keep their memory and are told in one error;
 * when a poll has nothing to go on with, nothing is written and the error is thrown, which makes an activation
 * fail. A poll that emits nothing stores its memory itself where n8n can (durable cursors), because n8n does not
 * after the poll of an activation. A fetched test event shows the present state and leaves the memory alone.
 */
export async function pollCallForwarding(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return this.getMode() === 'manual' ? await presentState(this) : await changes(this);
	} catch (error) {
		throw pollError(this, error);
	}
}
