/** @jsxRuntime automatic @jsxImportSource preact */
import { lowerFirst } from '../../scripts/interface-document';
import { channelNames } from '../accounts';
import type { Message } from '../conversation';
import { failureOf } from '../outcome';
import type { SentEvent } from '../records';
import { formattedText } from './formatting';
import {
	answerWords,
	attachmentName,
	fallbackWords,
	reactionNames,
	reactionSigns,
	readableAddress,
	timeOfDay,
} from './words';

/** What a bubble shows of a message, and beside it. */
export interface Shown {
	message: Message;
	/** When it was read; 0 for unread. */
	readAt: number;
	/** For how many seconds the typing indicator was shown before it. */
	typedFor: number | undefined;
	/** Its reactions, by whether they are ours. */
	reactions: ReadonlyMap<boolean, string>;
	/** The event that told of it: that it came in, or was delivered or not. */
	told: SentEvent | undefined;
}

/** Characters of a text that are shown. */
const longestText = 50_000;

/** How far a message came, as one sign with its words: one that was sent, or the event that tells of one that came. */
function tickOf({ message, readAt, told }: Shown): { sign: string; words: string; look?: string } {
	const { isOurs, status } = message;
	if (isOurs && status === 'failed') return { sign: '!', words: 'Not delivered', look: 'bad' };
	if (isOurs && status === 'delayed') return { sign: '◷', words: 'Delayed' };
	if (isOurs && readAt > 0) return { sign: '✓✓', words: 'Read', look: 'read' };
	if (isOurs) return { sign: '✓✓', words: 'Delivered' };
	const answer = told?.answers.at(-1);
	if (!answer) return { sign: '○', words: 'Event not sent, or not answered yet' };
	const isTaken = answer.status !== null && answer.status < 300;
	const words = `Webhook: ${answerWords(answer)}`;
	return isTaken ? { sign: '✓', words } : { sign: '!', words, look: 'bad' };
}

/** What an event says and what was answered to it, and the button that sends it again. */
function Event({ event, answers }: SentEvent) {
	return (
		<>
			<p>
				<code>{event.type}</code> {answers.length === 0 && 'No answer yet. Is a webhook URL set?'}{' '}
				{answers.map((answer) => (
					<span class={answer.status !== null && answer.status < 300 ? 'good' : 'bad'}>
						{answerWords(answer)}{' '}
					</span>
				))}
				<button type="button" data-post={`/admin/events/${event.id}/redeliver`}>
					Send again
				</button>
			</p>
			<pre>
				<code>{JSON.stringify(event, null, 2)}</code>
			</pre>
		</>
	);
}

/** The time and the tick of a message, and behind them what the recipient does not see. */
function Meta(shown: Shown) {
	const { message, readAt, typedFor, told } = shown;
	const { id, isOurs, channel, leased, sent, at } = message;
	const { sign, words, look } = tickOf(shown);
	const notes = [
		typedFor !== undefined && `typed for ${typedFor} s`,
		sent?.effect && `sent with ${sent.effect.replaceAll('_', ' ')}`,
		sent?.fastTrack && 'fast track',
		sent && fallbackWords(sent),
	];
	return (
		<details class="meta">
			<summary>
				{notes.filter(Boolean).map((note) => `${note} · `)}
				<time>{timeOfDay(at)}</time>
				{readAt > 0 && ` · read ${timeOfDay(readAt)}`}{' '}
				<span class={`tick ${look ?? ''}`} role="img" aria-label={words} title={words}>
					{sign}
				</span>
			</summary>
			<p>
				{words}. {channelNames[channel]} {isOurs ? 'from' : 'to'} {readableAddress(leased)}, <code>{id}</code>
			</p>
			{told && <Event {...told} />}
		</details>
	);
}

/** The buttons with which the other person reacts to a message, or takes a reaction back. */
function React({ message, reactions }: Shown) {
	const { person, leased, channel, text } = message;
	const signal = { from: person, to: leased, channel, kind: 'reaction', on: text };
	return (
		<details class="react">
			<summary title={`React as ${person}`}>☺</summary>
			{reactionSigns.map((sign, index) => {
				const action = reactions.get(false) === sign ? 'remove' : 'add';
				const body = { ...signal, action, reaction: reactionNames[channel][index] };
				return (
					<button type="button" data-post="/admin/signals" data-body={JSON.stringify(body)}>
						{sign}
					</button>
				);
			})}
		</details>
	);
}

/** A message as its recipient sees it. */
export function Bubble(shown: Shown) {
	const { id, isOurs, channel, text, attachments, sent } = shown.message;
	const failure = sent && failureOf(sent);
	const html = formattedText(text.slice(0, longestText));
	return (
		<li id={id} class={`message ${isOurs ? 'ours' : 'theirs'} ${channel} ${failure ? 'undelivered' : ''}`}>
			<div class="bubble">
				{attachments.map((url) => (
					<code title={url}>📎 {attachmentName(url)}</code>
				))}
				<div class="text" tabIndex={0} dangerouslySetInnerHTML={{ __html: html }} />
				{failure && <p class="bad">Not delivered: {lowerFirst(failure)}</p>}
				{shown.reactions.size > 0 && <span class="reactions">{[...shown.reactions.values()].join('')}</span>}
			</div>
			{sent && !failure && <React {...shown} />}
			<Meta {...shown} />
		</li>
	);
}
