import MarkdownIt from 'markdown-it';

/** The markers of section 4.3 and nothing else of Markdown: everything else is escaped. */
const markdown = new MarkdownIt('zero').enable(['emphasis', 'strikethrough']);

for (const [rule, start] of [
	['strong_open', '<'],
	['strong_close', '</'],
] as const) {
	markdown.renderer.rules[rule] = (tokens, index) =>
		`${start}${tokens[index]?.markup === '__' ? 'u' : 'strong'}>`;
}

/** The HTML of a message's text with its formatting (section 4.3). */
export function formattedText(text: string): string {
	return markdown.renderInline(text);
}
