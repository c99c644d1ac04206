import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asExplained } from '../shared/explain/explain';
import { readPanel } from './call-forwarding-trigger.fields';
import {
	changeBetween,
	changeItem,
	coveredKinds,
	nextMemory,
	testItems,
	type Remembered,
} from './forwarding-change';
import { readForwarding } from './forwarding-readings';

type Memory = Record<string, Remembered>;

async function fetchTestEvent(poll: IPollFunctions): Promise<IDataObject[]> {
	const panel = readPanel(poll);
	const { read, error } = await readForwarding(poll, panel.numbers);
	if (error) throw error;
	return testItems(read);
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
	const { read, error } = await readForwarding(poll, panel.numbers).catch((thrown: unknown) => ({
		read: [],
		error: asExplained(thrown, poll.getNode(), {}),
	}));
	const unread = panel.numbers.filter((number) => !read.some((reading) => reading.number === number));
	if (error && unread.some((number) => !memory[number])) throw error;
	if (latest.get(trigger) !== poller) return [];
	if (error) poll.__emitError(error);
	const kept = unread.map((number) => [number, memory[number]] as const);
	const seen = read.map((reading) => [reading.number, nextMemory(reading, memory[reading.number])] as const);
	const next = [...seen, ...kept];
	ofActivation[trigger] = Object.fromEntries(next.filter(([number]) => !stored[number]));
	staticData.numbers = Object.fromEntries(next);
	return read.flatMap((reading) => {
		const before = memory[reading.number];
		const kind = before && changeBetween(before, reading.record);
		if (!kind || !coveredKinds[panel.event].includes(kind)) return [];
		return [changeItem(reading, kind, before.record, before.queuedSince ?? reading.at)];
	});
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
