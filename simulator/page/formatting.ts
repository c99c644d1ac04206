import MarkdownIt from 'markdown-it';
import { Html } from './html';

/** The markers of section 4.3, and addresses to follow, and nothing else of Markdown: everything else is escaped. */
const markdown = new MarkdownIt('zero', { linkify: true }).enable(['emphasis', 'strikethrough', 'linkify']);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
for (const schema of ['ftp:', '//', 'mailto:']) markdown.linkify.add(schema, null);

const { rules } = markdown.renderer;
rules.link_open = (tokens, index, options, _env, self) => {
	tokens[index]?.attrSet('target', '_blank');
	tokens[index]?.attrSet('rel', 'noopener noreferrer');
	return self.renderToken(tokens, index, options);
};
rules.strong_open = (tokens, index) => (tokens[index]?.markup === '__' ? '<u>' : '<strong>');
rules.strong_close = (tokens, index) => (tokens[index]?.markup === '__' ? '</u>' : '</strong>');

/** Markers and addresses that one message may have; with thousands of them, formatting takes seconds. */
const maxMarkers = 500;

function isFormatted(text: string): boolean {
	return (text.match(/[_*~]|:\/\//g)?.length ?? 0) <= maxMarkers;
}

/** A message's text with its formatting (section 4.3); a text full of markers is shown as it is. */
export function formattedText(text: string): Html {
	return new Html(isFormatted(text) ? markdown.renderInline(text) : markdown.utils.escapeHtml(text));
}

/** A message's text without the markers of its formatting. */
export function plainText(text: string): string {
	if (!isFormatted(text)) return text;
	const [inline] = markdown.parseInline(text, {});
	return inline?.children?.map(({ content }) => content).join('') ?? text;
}
