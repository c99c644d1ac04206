import type { Mask } from './token-mask';

/** No answer of the service is nested half as deep; n8n copies deeper ones until its stack is full. */
const deepest = 32;

/**
 * A parsed body as it may be kept and handed on: the token masked in every text and name, and no name that would
 * change the object that it is copied into. Undefined in place of what is nested deeper than any answer.
 */
export function cleaned(value: unknown, mask: Mask, depth = 0): unknown {
	if (typeof value === 'string') return mask(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === deepest) return undefined;
	if (Array.isArray(value)) return value.map((inner) => cleaned(inner, mask, depth + 1));
	const named = Object.entries(value).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(named.map(([name, inner]) => [mask(name), cleaned(inner, mask, depth + 1)]));
}
