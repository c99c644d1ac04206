/** What a person wants who writes a keyword alone: no more messages, or messages again. */
export type Keyword = 'optOut' | 'optIn';

const keywords: Record<Keyword, string[]> = {
	optOut: ['stop', 'stop all', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit'],
	optIn: ['start', 'unstop'],
};

function word(text: string): string {
	return text
		.trim()
		.replace(/[\s.!]+$/, '')
		.toLowerCase();
}

const longestKeyword = 100;

/** The keyword that a text is, if it has no other words. `further` ones opt out as well. */
export function keywordIn(text: string, further: string[] = []): Keyword | undefined {
	if (text.length > longestKeyword) return undefined;
	const written = word(text);
	if ([...keywords.optOut, ...further.map(word)].includes(written)) return 'optOut';
	return keywords.optIn.includes(written) ? 'optIn' : undefined;
}
