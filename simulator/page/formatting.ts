import MarkdownIt from 'markdown-it';
import type { Channel } from '../accounts';
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

function isFormatted(text: string, channel: Channel): boolean {
	return channel === 'imessage' && (text.match(/[_*~]|:\/\//g)?.length ?? 0) <= maxMarkers;
}

/** A message's text as its recipient sees it: formatted over iMessage (section 4.3), unless it is full of markers. */
export function formattedText(text: string, channel: Channel): Html {
	return new Html(isFormatted(text, channel) ? markdown.renderInline(text) : markdown.utils.escapeHtml(text));
}

/** A message's text without the markers of its formatting. */
export function plainText(text: string, channel: Channel): string {
	if (!isFormatted(text, channel)) return text;
	const [inline] = markdown.parseInline(text, {});
	return inline?.children?.map(({ content }) => content).join('') ?? text;
}
