import type { IDataObject } from 'n8n-workflow';

/** The objects in what should be a list of them; none in anything else. */
export function objects(value: unknown): IDataObject[] {
	const list: unknown[] = Array.isArray(value) ? value : [];
	return list.filter((entry): entry is IDataObject => typeof entry === 'object' && entry !== null);
}

/** What should be an object; an empty one for anything else. */
export function object(value: unknown): IDataObject {
	return objects([value])[0] ?? {};
}
