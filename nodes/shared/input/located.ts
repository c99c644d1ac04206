/** What n8n stores of a field with *From List* beside typing (a resource locator). */
interface Locator {
	__rl: true;
	mode: string;
	value: unknown;
}

/** Whether a value is that of a field with *From List* beside typing. */
export function isLocator(value: unknown): value is Locator {
	return typeof value === 'object' && value !== null && '__rl' in value && value.__rl === true;
}

/** What such a field stands for, chosen or typed: '' when empty. Any other value stands for itself. */
export function located(value: unknown): unknown {
	return isLocator(value) ? (value.value ?? '') : value;
}

/** The name of the group, and of the field in it, that a field for several of them has. */
export const entriesGroup = { name: 'entries', field: 'entry' } as const;

function part(value: unknown, name: string): unknown {
	const hasPart = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
	return hasPart ? (value as Record<string, unknown>)[name] : undefined;
}

function entryOf(entry: unknown): unknown {
	return located(part(entry, entriesGroup.field) ?? entry);
}

/** What a field for several of them holds, entry by entry. Any other value stands for itself. */
export function locatedEntries(value: unknown): unknown {
	const entries = part(value, entriesGroup.name);
	return Array.isArray(entries) ? entries.map(entryOf) : value;
}
