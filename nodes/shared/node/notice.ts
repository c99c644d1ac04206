import type { INodeProperties } from 'n8n-workflow';

/** A notice between the fields of a panel. */
export function notice(
	name: string,
	text: string,
	shownFor?: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName: text,
		name,
		type: 'notice',
		default: '',
		...(shownFor && { displayOptions: shownFor }),
	};
}
