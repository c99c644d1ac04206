import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { visible } from '../shared/input/words';
import { channels, type Channel } from '../shared/service/channels';
import {
	askForConversation,
	messagesIn,
	newest,
	ourTexts,
	readLimitMs,
} from '../shared/service/conversation';
import { connection } from '../shared/service/http';
import { articles, deeds, deedsWithEmoji, files, removals } from './tapback-words';

/** Characters of a text that may still be a tapback: it quotes a whole message. */
const longestText = 20_000;

/** A message in quotation marks, with a few words in front of it or behind it. */
const quotation =
	/^([^\n]{0,60}?)(?:[“„”«»‹›「『]|(?<![\p{L}\p{N}])["'‘‚])(.+)[”“»«›‹」』"'’‘]([^“„”«»‹›「」『』"\n]{0,40})$/su;

const file = new RegExp(`^(.+) (?:(?:${articles.join('|')}) |un['’])(?:${files.join('|')})$`, 'iu');

/** An emoji without what joins it to others. */
const emoji = /[\p{So}‼][^\s\p{L}\p{N}]*/u;

const emojiNames: Record<string, string> = {
	'❤': 'love',
	'👍': 'like',
	'👎': 'dislike',
	'😂': 'laugh',
	'‼': 'emphasize',
	'❓': 'question',
};

/** Compares letters, whatever their accents and what stands between them. */
const byLetters = new Intl.Collator('en', { sensitivity: 'case', ignorePunctuation: true });

function isOneOf(words: string[], text: string): boolean {
	return words.some((one) => byLetters.compare(one, text) === 0);
}

/** Whether a reaction was taken back. People remove things, too: other languages name the reaction. */
function isRemoval(deed: string): boolean {
	if (/^Removed .{1,40} from$/.test(deed)) return true;
	const begins = removals.others.some((one) => deed.startsWith(`${one} `));
	return begins && (emoji.test(deed) || removals.reactions.some((one) => deed.includes(one)));
}

/** The reaction of what was done. */
function reactionOf(deed: string): string | undefined {
	if (isRemoval(deed)) return 'removed';
	const [found = ''] = emoji.exec(deed) ?? [];
	if (found && isOneOf(deedsWithEmoji, deed.replace(found, '…'))) return emojiNames[found] ?? found;
	return Object.keys(deeds).find((name) => isOneOf(deeds[name] ?? [], deed));
}

/** Characters at either end of a text that tell whether it is a quotation: in all of a long one, the search would take seconds. */
const endLength = 150;

/** What a text that has the form of a tapback says was done, and to which words; undefined for another text. */
function partsOf(text: string): { deed: string; quoted?: string } | undefined {
	const shown = text.length > longestText ? '' : visible(text).trim();
	const isLong = shown.length > 2 * endLength;
	const ends = isLong ? shown.slice(0, endLength) + shown.slice(-endLength) : shown;
	const [, before = '', between, behind = ''] = quotation.exec(ends) ?? [];
	const quoted = between && shown.slice(before.length + 1, shown.length - behind.length - 1);
	const words = quoted === undefined ? file.exec(shown)?.[1] : `${before} ${behind}`;
	const deed = words?.replace(/\s+/g, ' ').trim();
	return deed ? { deed, quoted } : undefined;
}

/** A message as a phone quotes it: without what marks its bold words, on one line. */
function quotable(text: string): string {
	return visible(text).replace(/[*_~]/g, '').replace(/\s+/g, ' ').trim();
}

/** Characters after which the beginning of a message stands for all of it. */
const telling = 20;

/** Whether words are a message of ours, its first line, or the beginning of one that was cut. */
function isQuoted(ours: string, words: string): boolean {
	const [firstLine = ''] = ours.trim().split('\n');
	const [message, quoted] = [quotable(ours), quotable(words).replace(/ ?(?:…|\.\.\.)$/, '')];
	if (quoted === '') return false;
	const isBeginning = quoted.length >= telling && message.startsWith(quoted);
	return isBeginning || quoted === message || quoted === quotable(firstLine);
}

/**
 * The reaction of a tapback that comes as a text, since SMS knows none: as the service names it, else its emoji; `sticker`;
 * `removed` for one that was taken back; `other` for what quotes one of the messages that we wrote. Undefined for the words of a
 * person.
 */
export function tapbackIn(text: string, ours: string[] = []): string | undefined {
	const parts = partsOf(text);
	if (!parts) return undefined;
	const { deed, quoted } = parts;
	const isOfOurs = () => quoted !== undefined && ours.some((one) => isQuoted(one, quoted));
	return reactionOf(deed) ?? (isOfOurs() ? 'other' : undefined);
}

/** The item with its reaction, also where only what we wrote to the person tells it: that is read if its text may be a tapback. */
export async function withReaction(run: IExecuteFunctions, item: IDataObject): Promise<IDataObject> {
	const { event, channel, from, to, reaction } = item;
	const text = String(item.text);
	if (event !== 'messageReceived' || reaction || partsOf(text)?.quoted === undefined) return item;
	const { ask } = await connection(run);
	const between = { person: String(from), number: String(to) };
	const read = await askForConversation(ask, channels[channel as Channel], between, readLimitMs, newest);
	if ('reason' in read) return item;
	return { ...item, reaction: tapbackIn(text, ourTexts(messagesIn(read.data, between.number))) ?? null };
}
