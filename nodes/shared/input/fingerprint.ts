import { createHash } from 'crypto';

/** JSON of a value in which the order of an object's keys makes no difference. */
function sortedJson(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) =>
		inner !== null && typeof inner === 'object' && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
			: inner,
	);
}

/** Tells values apart; 16 characters, that hold no longer text in memory as a slice would. */
export function fingerprint(value: unknown): string {
	return createHash('sha256').update(sortedJson(value)).digest().toString('base64', 0, 12);
}
