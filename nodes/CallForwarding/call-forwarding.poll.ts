import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import type { ResponseEnvelope } from '../shared/answer';
import { ItemParameters } from '../shared/item-parameters';
import { InvalidInput } from '../shared/validation/invalid-input';
import { phoneNumbers } from '../shared/validation/phone-number';
import { readPathOf } from './call-forwarding-trigger.fields';
import { firstLook, nextLook, type CallForwarding, type Change } from './forwarding-change';
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

function watchedNumbers(parameters: ItemParameters): string[] {
	const numbers = [...new Set(phoneNumbers('Numbers', parameters.list('numbers', 'Numbers')))];
	if (numbers.length > 0) return numbers;
	throw new InvalidInput('The trigger watches no number', 'Add at least one leased number.');
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

/** What a poll has learned: the items to emit and the memory to keep. */
function learned(
	memory: ForwardingMemory,
	numbers: string[],
	answers: Looks,
	event: ForwardingEvent,
): { items: IDataObject[]; memory: ForwardingMemory } {
	const items: IDataObject[] = [];
	const kept: ForwardingMemory['numbers'] = {};
	for (const number of numbers) {
		const answer = answers.get(number);
		const before = memory.numbers[number];
		if (!answer?.ok) {
			if (before) kept[number] = answer ? before : { ...before, skipped: true };
			continue;
		}
		const record = recordOf(answer.envelope);
		const at = answer.envelope.timestamp;
		const next = before ? nextLook(before, record, at) : { memory: firstLook(record, at) };
		kept[number] = next.memory;
		if ('change' in next && next.change && eventCovers(event, next.change.kind)) {
			items.push(changeItem(number, record, next.change));
		}
	}
	return { items, memory: { polledAt: Date.now(), numbers: kept } };
}

function output(poll: IPollFunctions, items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [poll.helpers.returnJsonArray(items)] : null;
}

async function presentState(
	poll: IPollFunctions,
	numbers: string[],
	readPath: string,
): Promise<INodeExecutionData[][] | null> {
	const answers = await looksAt(poll, numbers, readPath);
	const failed = failedLooks(answers);
	if (failed.length > 0) throw lookError(poll, failed);
	const items = [...answers].flatMap(([number, answer]) =>
		answer.ok ? [testItem(number, answer.envelope)] : [],
	);
	return output(poll, items);
}

/** Whether a poll has nothing to go on with: no number was read, the token is wrong, or a number was never read. */
function isFatal(failed: FailedLook[], numbers: string[], memory: ForwardingMemory): boolean {
	return (
		failed.length === numbers.length ||
		failed.some(([number, { status }]) => status === 401 || !memory.numbers[number])
	);
}

async function changes(
	poll: IPollFunctions,
	numbers: string[],
	readPath: string,
	event: ForwardingEvent,
): Promise<INodeExecutionData[][] | null> {
	const staticData = poll.getWorkflowStaticData('node');
	const known = readMemory(staticData);
	const now = Date.now();
	const trigger = `${poll.getWorkflow().id} ${poll.getNode().id}`;
	const mayLeaveOut = isLastPollKnown(trigger, known);
	const due = numbers.filter((number) => {
		const remembered = known.numbers[number];
		return !mayLeaveOut || !remembered || !maySkip(remembered, known, now);
	});
	const answers = await looksAt(poll, due, readPath);
	const failed = failedLooks(answers);
	const memory = readMemory(staticData);
	const error = failed.length > 0 ? lookError(poll, failed) : undefined;
	if (error && isFatal(failed, numbers, memory)) throw error;
	const result = learned(memory, numbers, answers, event);
	writeMemory(staticData, result.memory);
	notePoll(trigger, result.memory);
	if (error) poll.__emitError(error);
	return output(poll, result.items);
}

function pollError(poll: IPollFunctions, error: unknown): unknown {
	if (!(error instanceof InvalidInput)) return error;
	return new NodeOperationError(poll.getNode(), error.message, { description: error.description });
}

/**
 * One poll of the trigger (sections 2.3, 3 and 4.1). It compares the present records with the memory and emits
 * the changes that the event covers. Numbers that could not be read keep their memory and are told in one error;
 * when a poll has nothing to go on with, nothing is written and the error is thrown, which makes an activation
 * fail. A fetched test event shows the present state and leaves the memory alone.
 */
export async function pollCallForwarding(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = new ItemParameters(this);
		const numbers = watchedNumbers(parameters);
		const readPath = readPathOf(parameters);
		if (this.getMode() === 'manual') return await presentState(this, numbers, readPath);
		return await changes(this, numbers, readPath, parameters.text('event', 'Event') as ForwardingEvent);
	} catch (error) {
		throw pollError(this, error);
	}
}
