import { jsonParse } from 'n8n-workflow';

import { InvalidInput, quoted } from './invalid-input';
import { plainObject } from './plain-object';

const field = 'Further Body Fields';
const remedy = 'Give a JSON object such as {"priority": "high"}, or leave the option out.';

function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	return value.trim() === '' ? {} : (jsonParse<unknown>(value, { fallbackValue: value }) ?? value);
}

function asJson(value: object): Record<string, unknown> | undefined {
	try {
		return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
	} catch {
		return undefined;
	}
}

/**
 * The body with the user's further fields added. InvalidInput when they are no JSON object, or name one of
 * `known`, the fields that the node itself fills.
 */
export function withFurtherFields(body: object, value: unknown, known: readonly string[]): object {
	const further = asJson(plainObject(field, parsed(value), remedy));
	if (!further) {
		throw new InvalidInput(`${field} holds something that JSON cannot: ${quoted(value)}`, remedy);
	}
	const clash = Object.keys(further).find((name) => known.includes(name));
	if (clash !== undefined) {
		throw new InvalidInput(
			`${field} names ${quoted(clash)}, which has a field of its own in this node`,
			'Fill that field instead; the option is for body fields that the node does not know.',
		);
	}
	return { ...body, ...further };
}
