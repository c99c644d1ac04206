import type { INodeTypeDescription } from 'n8n-workflow';

/** The description of a node that only the benchmark has: one input, one output, no parameters. */
export function benchDescription(name: string): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: 'A part of the benchmark',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};
}
