/**
 * The names of executions in a node's list. An execution is known by what n8n stored of it when it was started, which
 * every Retry has as well. Its name is short, so that a later run can ask for all names that there may be.
 */
import type { NodeStore } from './node-store';

const slotMs = 600_000;
const turnMs = 10_000;
const weekMs = 7 * 24 * 3_600_000;
const blocks = 4;
const numbersInBlock = 256;
const numbers = blocks * numbersInBlock;
const candidates = 8;
const sizeClasses = 20;

/** What tells an execution from all others, and stays the same for its Retry. */
export interface Identity {
	fingerprint: string;
	/** When n8n started the first try, in milliseconds. */
	establishedAt: number;
}

const slotOf = (ms: number) => Math.floor(ms / slotMs);
const weekOf = (ms: number) => Math.floor(ms / weekMs);
const sizeOf = (messages: number) => Math.floor(Math.log2(Math.max(1, messages)));
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function slotsBack(reachMs: number): number[] {
	return range(Math.ceil(reachMs / slotMs) + 1).map((back) => slotOf(Date.now()) - back);
}

function blockOf(name: string): string {
	const [week, number] = name.split('.');
	return `${week}.${Math.floor(Number(number) / numbersInBlock)}`;
}

const takenValue = (name: string) => `run ${name}`;
const identityValue = (name: string, { fingerprint }: Identity) => `of ${name} ${fingerprint}`;
const sizeValue = (name: string, size: number) => `size ${name} ${size}`;
const busyValue = (slot: number, block: string) => `busy ${slot} ${block}`;
const activeValue = (slot: number, name: string) => `active ${slot} ${name}`;

/** The value that says that nothing is left to do under a name which a Retry may still ask for. */
export const finishedValue = (name: string) => `finished ${name}`;

/** The names that an execution may have, in the order in which they are tried. */
export function namesFor({ fingerprint, establishedAt }: Identity): string[] {
	const first = Buffer.from(fingerprint, 'base64').readUInt32BE(0);
	return range(candidates).map((index) => `${weekOf(establishedAt)}.${(first + index) % numbers}`);
}

/** The values that say of which execution a name is, and how many messages it has. */
export function nameValues(name: string, identity: Identity, messages: number): string[] {
	return [takenValue(name), identityValue(name, identity), sizeValue(name, sizeOf(messages))];
}

/** The values that say that an execution of a name sends at this time. */
export function activeValues(name: string): string[] {
	const slot = slotOf(Date.now());
	return [busyValue(slot, blockOf(name)), activeValue(slot, name)];
}

/** The values that say that an execution of a name has sent within so many milliseconds. */
export function activeWithin(name: string, reachMs: number): string[] {
	return slotsBack(reachMs).map((slot) => activeValue(slot, name));
}

/** The values that say that a Retry of an execution is under way: at this time, and that it was a moment ago. */
export function turnValues({ fingerprint }: Identity): [string, string] {
	const turn = Math.floor(Date.now() / turnMs);
	return [`retrying ${turn} ${fingerprint}`, `retrying ${turn - 1} ${fingerprint}`];
}

/** The value that says that an execution goes on with the messages of another one, by the name of that one. */
export function linkValue(name: string, identity: Identity): string {
	return identityValue(name, identity);
}

/** Takes a free name for an execution. */
export async function takenName(store: NodeStore, identity: Identity, messages: number): Promise<string> {
	const names = namesFor(identity);
	for (const name of names) {
		const found = await store.record(nameValues(name, identity, messages));
		if (!found.has(takenValue(name))) return name;
	}
	return names[0] as string;
}

/**
 * The names under which an execution stands in the list: those that are certain, and those that an interrupted
 * question may have left there. `isLinked` says that it may have gone on with the messages of others.
 */
export async function namesOf(
	store: NodeStore,
	identity: Identity,
	isLinked: boolean,
): Promise<{ certain: string[]; doubtful: string[] }> {
	const week = weekOf(identity.establishedAt);
	const all = [week, week - 1].flatMap((one) => range(numbers).map((number) => `${one}.${number}`));
	const names = [...new Set([...namesFor(identity), ...(isLinked ? all : [])])];
	const { found, certain } = await store.ask(names.map((name) => identityValue(name, identity)));
	const isIn = (values: Set<string>) => (name: string) => values.has(identityValue(name, identity));
	return {
		certain: names.filter(isIn(certain)),
		doubtful: names.filter((name) => isIn(found)(name) && !isIn(certain)(name)),
	};
}

/** The names of executions that have sent within so many milliseconds and are not finished. */
export async function unfinishedNames(store: NodeStore, reachMs: number): Promise<string[]> {
	if ((await store.count()) === 0) return [];
	const week = weekOf(Date.now());
	const places = slotsBack(reachMs).flatMap((slot) =>
		[week, week - 1].flatMap((one) => range(blocks).map((block) => ({ slot, one, block }))),
	);
	const busy = await store.ask(places.map(({ slot, one, block }) => busyValue(slot, `${one}.${block}`)));
	const likely = places
		.filter(({ slot, one, block }) => busy.found.has(busyValue(slot, `${one}.${block}`)))
		.flatMap(({ slot, one, block }) =>
			range(numbersInBlock).map((index) => ({ slot, name: `${one}.${block * numbersInBlock + index}` })),
		);
	const active = await store.ask(likely.map(({ slot, name }) => activeValue(slot, name)));
	const activeIn = (values: Set<string>) =>
		likely.filter(({ slot, name }) => values.has(activeValue(slot, name))).map(({ name }) => name);
	const certain = activeIn(active.certain);
	const doubtful = activeIn(active.found).filter((name) => !certain.includes(name));
	const finished = await store.ask(doubtful.map(finishedValue));
	const isFinished = (name: string) => finished.certain.has(finishedValue(name));
	return [...new Set([...certain, ...doubtful.filter((name) => !isFinished(name))])];
}

/** Those of the names whose executions have at least twice as many messages. */
export async function greaterThan(store: NodeStore, names: string[], messages: number): Promise<string[]> {
	const greater = range(sizeClasses).filter((size) => size > sizeOf(messages));
	const { certain } = await store.ask(names.flatMap((name) => greater.map((size) => sizeValue(name, size))));
	return names.filter((name) => greater.some((size) => certain.has(sizeValue(name, size))));
}
