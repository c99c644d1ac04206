import MarkdownIt from 'markdown-it';

/** The markers of section 4.3, and addresses to follow, and nothing else of Markdown: everything else is escaped. */
const markdown = new MarkdownIt('zero', { linkify: true }).enable(['emphasis', 'strikethrough', 'linkify']);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
for (const schema of ['ftp:', '//', 'mailto:']) markdown.linkify.add(schema, null);

markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
	tokens[index]?.attrSet('target', '_blank');
	tokens[index]?.attrSet('rel', 'noopener noreferrer');
	return self.renderToken(tokens, index, options);
};

/** Markers and addresses that one message may have; with thousands of them, formatting takes seconds. */
const maxMarkers = 500;

for (const [rule, start] of [
	['strong_open', '<'],
	['strong_close', '</'],
] as const) {
	markdown.renderer.rules[rule] = (tokens, index) =>
		`${start}${tokens[index]?.markup === '__' ? 'u' : 'strong'}>`;
}

function isFormatted(text: string): boolean {
	return (text.match(/[_*~]|:\/\//g)?.length ?? 0) <= maxMarkers;
}

/** The HTML of a message's text with its formatting (section 4.3); a text full of markers is shown as it is. */
export function formattedText(text: string): string {
	return isFormatted(text) ? markdown.renderInline(text) : markdown.utils.escapeHtml(text);
}

/** A message's text without the markers of its formatting. */
export function plainText(text: string): string {
	if (!isFormatted(text)) return text;
	const [inline] = markdown.parseInline(text, {});
	return inline?.children?.map(({ content }) => content).join('') ?? text;
}
