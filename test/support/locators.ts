import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';

/** A leased number as n8n stores it when it was typed. */
export function typed(value: string): INodeParameterResourceLocator {
	return { __rl: true, mode: 'number', value };
}

/** A leased number as n8n stores it when it was chosen from the list. */
export function fromList(value: string, cachedResultName = value): INodeParameterResourceLocator {
	return { __rl: true, mode: 'list', value, cachedResultName };
}

/** Several leased numbers as n8n stores them. */
export function severalNumbers(...values: string[]): INodeParameters {
	return { entries: values.map((value) => ({ entry: typed(value) })) };
}
