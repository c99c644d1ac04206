/** The names in the groups of a panel: n8n would ignore a value of another name, and the user believe that it counts. */
import type { INodeProperties } from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { at, isPlain } from '../input/values';
import { folded } from './columns';

/** A field of the panel, or a group of fields in one. */
type Level = Pick<INodeProperties, 'name' | 'displayName'> & Partial<INodeProperties> & { values?: Level[] };

const isGroup = ({ type }: INodeProperties) => type === 'collection' || type === 'fixedCollection';

/** The options of an operation without any. */
export const noOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
};

/**
 * A field behind each group of fields, of the same name: before a node runs, n8n drops all values of a group that are not in the
 * panel. Of two fields with one name the last one counts, so all stay. The editor does not show it.
 */
export function withWholeGroups(fields: INodeProperties[]): INodeProperties[] {
	const groups = fields.filter((field) => isGroup(field) && field.name !== noOptions.name);
	const whole = [...groups, noOptions].map(({ displayName, name, default: preset, displayOptions }) => ({
		...{ displayName, name, default: preset, displayOptions },
		type: 'hidden' as const,
	}));
	return [...fields, ...whole];
}

const optionsOfNodes = new WeakMap<INodeProperties[], string[]>();

function optionsIn(fields: INodeProperties[]): string[] {
	const group = fields.find(({ name }) => name === noOptions.name);
	return (group?.options ?? []).map(({ name }) => name);
}

/** Notes the operations of a node: an option of one stays in a node when the user changes to another. */
export function noteOperations(operations: Array<{ fields: INodeProperties[] }>): void {
	const all = operations.flatMap(({ fields }) => optionsIn(fields));
	for (const { fields } of operations)
		optionsOfNodes.set(fields, [...(optionsOfNodes.get(fields) ?? []), ...all]);
}

/** Options that may stand with every operation: without its rate, they change nothing. */
const ofRates = ['messagesPerSecond', 'lookupsPerMinute'];

/** Options without those that only other operations of the node have. */
export function withoutLeftOver(options: unknown, fields: INodeProperties[]): unknown {
	if (!isPlain(options)) return options;
	const own = optionsIn(fields);
	const known = [...ofRates, ...(optionsOfNodes.get(fields) ?? [])];
	const leftOver = Object.keys(options).filter((name) => known.includes(name) && !own.includes(name));
	if (leftOver.length === 0) return options;
	return Object.fromEntries(Object.entries(options).filter(([name]) => !leftOver.includes(name)));
}

/** How many letters are to be added, left out or changed to make one text of another. */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (const [index, letter] of [...one].entries()) {
		const next = [index + 1];
		for (const [at, otherLetter] of [...other].entries()) {
			const changed = Number(row[at]) + Number(letter !== otherLetter);
			next.push(Math.min(changed, Number(row[at + 1]) + 1, Number(next[at]) + 1));
		}
		row = next;
	}
	return Number(row[other.length]);
}

/** The name that another one is most probably meant as; undefined for none. */
function nearest(name: string, levels: Level[]): string | undefined {
	const given = folded(name);
	const [first] = levels
		.map((level) => {
			const spellings = [level.name, level.displayName].map(folded);
			return { name: level.name, away: Math.min(...spellings.map((one) => distance(given, one))) };
		})
		.filter(({ away }) => away <= given.length / 3)
		.sort((one, other) => one.away - other.away);
	return first?.name;
}

function refuseNames(values: unknown, fields: Level[], what: string): void {
	if (!isPlain(values)) return;
	const unknown = Object.keys(values).find((name) => !fields.some((field) => field.name === name));
	if (unknown === undefined) {
		for (const field of fields) refuseUnknown(field, values[field.name], `field of ${field.displayName}`);
		return;
	}
	const meant = nearest(unknown, fields);
	throw new InvalidInput(
		`${quote(unknown).slice(1, -1)} is no ${what}`,
		`${meant ? `Did you mean ${meant}? ` : ''}The panel does not show it: correct it in the JSON of the node, or add the node anew.`,
	);
}

/** InvalidInput for a name in a group of fields that the group does not have. `what` is what its names are. */
export function refuseUnknown(field: Level, value: unknown, what: string): void {
	const levels = (field.options ?? []) as Level[];
	if (field.type === 'collection') refuseNames(value, levels, what);
	if (field.type !== 'fixedCollection') return;
	refuseNames(value, levels, what);
	for (const { name, displayName, values = [] } of levels) {
		const entries = [at(value, [name])].flat();
		for (const entry of entries) refuseNames(entry, values, `field of ${displayName}`);
	}
}
