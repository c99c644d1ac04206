import type { INodeProperties } from 'n8n-workflow';

const perMinute = 60;

function rounded(seconds: number): string {
	if (seconds < perMinute) return `${Math.ceil(seconds)} seconds`;
	const minutes = Math.round(seconds / perMinute);
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** How long so many requests take at a rate, in words such as "about 10 minutes". */
export function timeTaken(
	count: number,
	{ requests, seconds }: { requests: number; seconds: number },
): string {
	return `about ${rounded((count / requests) * seconds)}`;
}

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
