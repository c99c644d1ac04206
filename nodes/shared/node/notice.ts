import type { INodeProperties } from 'n8n-workflow';

/** A notice between the fields of a panel. */
export function notice(
	name: string,
	text: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '', displayOptions };
}
