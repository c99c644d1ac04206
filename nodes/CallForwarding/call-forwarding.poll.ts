import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { getCallForwarding } from '../Numbers/get-call-forwarding.operation';
import type { Answer, Failure, ResponseEnvelope } from '../shared/answer';
import type { Schema } from '../shared/contract';
import { deliveryDefaults } from '../shared/delivery/delivery-options';
import { Lane } from '../shared/delivery/lane';
import { Unlimited } from '../shared/delivery/rate';
import { httpRequest, requestInTurn } from '../shared/delivery/request';
import { Slots } from '../shared/delivery/slots';
import { explain, failureDetails } from '../shared/explain';
import { ItemParameters } from '../shared/item-parameters';
import { credentialType, serviceAccount } from '../shared/service-account';
import { filledPath } from '../shared/service-path';
import { InvalidInput } from '../shared/validation/invalid-input';
import { phoneNumbers } from '../shared/validation/phone-number';
import { readPathOf } from './call-forwarding-trigger.fields';
import { eventCovers, type ForwardingEvent } from './forwarding-event';
import { firstLook, nextLook, type CallForwarding, type Change } from './forwarding-change';
import {
	isLastPollKnown,
	maySkip,
	notePoll,
	readMemory,
	writeMemory,
	type ForwardingMemory,
} from './forwarding-memory';

type Numbers = Map<string, Answer>;

function watchedNumbers(parameters: ItemParameters): string[] {
	const numbers = [...new Set(phoneNumbers('Numbers', parameters.list('numbers', 'Numbers')))];
	if (numbers.length > 0) return numbers;
	throw new InvalidInput('The trigger watches no number', 'Add at least one leased number.');
}

function recordOf({ data }: ResponseEnvelope): CallForwarding {
	return (data as unknown as Schema<'CallForwardingRecord'>).call_forwarding;
}

/** A success envelope without the record is no answer to this question: the path may be another operation's. */
function withRecord(answer: Answer): Answer {
	if (!answer.ok || typeof recordOf(answer.envelope)?.status === 'string') return answer;
	return { ok: false, kind: 'unreadable', outcome: 'unknown', status: 200 };
}

async function looks(poll: IPollFunctions, numbers: string[], readPath: string): Promise<Numbers> {
	const account = serviceAccount(await poll.getCredentials(credentialType));
	const lane = new Lane(new Unlimited(), new Slots(deliveryDefaults.requestsAtOnce));
	const answers = await Promise.all(
		numbers.map(async (number): Promise<[string, Answer]> => {
			const request = { path: filledPath(readPath, { number }) };
			const http = httpRequest(getCallForwarding, request, account);
			return [number, withRecord(await requestInTurn(poll, getCallForwarding, http, lane, deliveryDefaults))];
		}),
	);
	return new Map(answers);
}

function failures(answers: Numbers): Array<[string, Failure]> {
	return [...answers].flatMap(([number, answer]) =>
		answer.ok ? [] : [[number, answer] as [string, Failure]],
	);
}

function failuresError(poll: IPollFunctions, failed: Array<[string, Failure]>): NodeApiError {
	const [, first] = failed[0] as [string, Failure];
	const { message, description } = explain(first, getCallForwarding);
	const numbers = failed.map(([number]) => number).join(', ');
	const details = failureDetails(first, getCallForwarding);
	const error = new NodeApiError(
		poll.getNode(),
		{ message },
		{
			message: `Call forwarding of ${numbers} could not be read: ${message}`,
			description,
			httpCode: first.status === undefined ? undefined : String(first.status),
		},
	);
	Object.assign(error.context, details);
	return error;
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

function testItem(number: string, { timestamp, ...envelope }: ResponseEnvelope): IDataObject {
	const record = recordOf({ timestamp, ...envelope });
	return {
		number,
		change: 'none',
		test: true,
		call_forwarding: { ...record },
		previous: null,
		first_seen: isoTime(timestamp),
	};
}

/** What a poll has learned: the items to emit and the memory to keep. */
function learned(
	memory: ForwardingMemory,
	numbers: string[],
	answers: Numbers,
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
	const answers = await looks(poll, numbers, readPath);
	const failed = failures(answers);
	if (failed.length > 0) throw failuresError(poll, failed);
	const items = [...answers].flatMap(([number, answer]) =>
		answer.ok ? [testItem(number, answer.envelope)] : [],
	);
	return output(poll, items);
}

/** Whether a poll has nothing to go on with: no number was read, the token is wrong, or a number was never read. */
function isFatal(failed: Array<[string, Failure]>, numbers: string[], memory: ForwardingMemory): boolean {
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
	const answers = await looks(poll, due, readPath);
	const failed = failures(answers);
	const memory = readMemory(staticData);
	const error = failed.length > 0 ? failuresError(poll, failed) : undefined;
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
