import type { IDataObject, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { firstLook, nextLook, type Look, type Remembered } from './forwarding-change';
import { eventCovers, type ForwardingEvent } from './forwarding-event';
import { changeItem } from './forwarding-items';
import { lookError, looksAt, type FailedNumber, type Looks, type SeenNumber } from './forwarding-look';
import { isLastPollKnown, maySkip, type ForwardingMemory } from './forwarding-memory';
import { watched } from './watched';

/** What a poll has found out: the items to emit, the memory to keep, and what to tell of numbers that failed. */
export interface Found {
	items: IDataObject[];
	memory: ForwardingMemory;
	error?: NodeApiError;
}

function look(before: Remembered | undefined, { record, at }: SeenNumber): Look {
	return before ? nextLook(before, record, at) : { memory: firstLook(record, at) };
}

function learned(
	memory: ForwardingMemory,
	numbers: string[],
	{ seen, failed }: Looks,
	event: ForwardingEvent,
): Found {
	const items: IDataObject[] = [];
	const kept: ForwardingMemory['numbers'] = {};
	const failedNumbers = new Set(failed.map(({ number }) => number));
	const seenNumbers = new Map(seen.map((look) => [look.number, look]));
	for (const number of numbers) {
		const now = seenNumbers.get(number);
		const before = memory.numbers[number];
		if (now) {
			const { memory: remembered, change } = look(before, now);
			kept[number] = remembered;
			if (change && eventCovers(event, change.kind)) items.push(changeItem(now, change));
		} else if (before) {
			kept[number] = failedNumbers.has(number) ? before : { ...before, skipped: true };
		}
	}
	return { items, memory: { polledAt: Date.now(), numbers: kept } };
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
	failed: FailedNumber[],
	numbers: string[],
	memory: ForwardingMemory,
	isFirst: boolean,
): boolean {
	return (
		failed.length === numbers.length ||
		failed.some(({ number, failure: { status } }) => status === 401 || (isFirst && !memory.numbers[number]))
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

/** Looks at the numbers that are due and compares them with the memory. Throws when there is nothing to go on with. */
export async function found(poll: IPollFunctions, trigger: string, memory: ForwardingMemory): Promise<Found> {
	const isFirst = isFirstPoll(poll);
	const { numbers, readPath, event } = watched(poll);
	const looks = await looksAt(poll, dueNumbers(trigger, numbers, memory), readPath);
	const error = looks.failed.length > 0 ? lookError(poll, looks.failed) : undefined;
	if (error && isFatal(looks.failed, numbers, memory, isFirst)) throw error;
	return { ...learned(memory, numbers, looks, event), error };
}
