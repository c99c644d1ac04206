import { magicAddress } from '../magic-numbers';
import type { OutboxMessage } from '../state';
import { formattedText } from './formatting';
import { html, type Html } from './html';
import {
	askedChannel,
	channelNames,
	conditionWords,
	decodedIfPossible,
	effectName,
	isBubbleEffect,
	readableAddress,
	timeOfDay,
} from './words';

const shownConversations = 60;
const shownMessages = 30;

function attachmentChip(url: string): Html {
	const name = decodedIfPossible(/[^/]*$/.exec(url.split(/[?#]/, 1)[0] ?? '')?.[0] ?? url);
	const extension = name.split('.').pop() ?? '';
	return html`<span class="attachment" title="${url}"><b>${extension.slice(0, 4)}</b>${name}</span>`;
}

function outcomeLine(message: OutboxMessage): Html {
	if (message.condition === null) return html`${channelNames[askedChannel(message)]}`;
	if (message.channel === null) {
		return html`<span class="failed">Not delivered: ${conditionWords(message)}</span>`;
	}
	return html`<span class="fell">${channelNames[message.channel]} instead: ${conditionWords(message)}</span>`;
}

function effectLine(effect: string): Html {
	return html`<span class="effect-name"
		>${isBubbleEffect(effect) ? '◉' : '✺'} Sent with ${effectName(effect)}</span
	>`;
}

function bubble(message: OutboxMessage): Html {
	const look = message.channel ?? 'undelivered';
	const effect = message.effect ? ` effect-${message.effect}` : '';
	return html`<li data-key="${message.message_id}" class="message ${look}">
		${message.attachments.length > 0 && html`<div class="attachments">${message.attachments.map(attachmentChip)}</div>`}
		${message.message !== null && html`<div class="bubble${effect}"><span>${formattedText(message.message)}</span></div>`}
		<p class="meta">
			${message.effect && effectLine(message.effect)}${outcomeLine(message)}<span
				title="${message.message_id}"
				>from ${readableAddress(message.from)}${message.fastTrack && ', fast track'},
				${timeOfDay(message.at)}</span
			>
		</p>
	</li>`;
}

function conversation(recipient: string, messages: OutboxMessage[]): Html {
	const shown = messages.slice(-shownMessages);
	const hidden = messages.length - shown.length;
	const last = messages.at(-1) as OutboxMessage;
	const initials = recipient.includes('@') ? recipient.slice(0, 1).toUpperCase() : recipient.slice(-2);
	return html`<article data-key="to-${recipient}" data-keyed class="conversation ${askedChannel(last)}">
		<header data-key="header">
			<span class="avatar">${initials}</span>
			<div>
				<h2>${readableAddress(recipient)}</h2>
				<p>
					${magicAddress(recipient)?.outcome ?? `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`}
				</p>
			</div>
		</header>
		${hidden > 0 && html`<p data-key="hidden" class="hidden">${hidden} earlier</p>`}
		<ol data-key="messages" data-keyed>
			${shown.map(bubble)}
		</ol>
	</article>`;
}

const empty = html`<div class="empty" data-key="empty">
	<h2>No message yet</h2>
	<p>Whatever the service accepts appears here as the recipient would see it.</p>
	<pre>
curl -H 'Authorization: Bearer demo-token' -H 'Content-Type: application/json' \\
  -d '{"to": "+12065550133", "message": "Hello **there**", "effect": "slam"}' \\
  <span data-origin>http://127.0.0.1:8025</span>/send/imessage</pre>
</div>`;

/** The outbox as conversations, the one with the newest message first. */
export function conversations(outbox: readonly OutboxMessage[]): Html {
	const byRecipient = new Map<string, OutboxMessage[]>();
	for (const message of outbox) {
		const messages = byRecipient.get(message.to) ?? [];
		byRecipient.delete(message.to);
		messages.push(message);
		byRecipient.set(message.to, messages);
	}
	const newestFirst = [...byRecipient].reverse();
	const hidden = newestFirst.length - shownConversations;
	return html`<section class="conversations" data-key="conversations" data-keyed>
		${outbox.length === 0 && empty}
		${newestFirst.slice(0, shownConversations).map(([recipient, messages]) => conversation(recipient, messages))}
		${hidden > 0 && html`<p class="hidden" data-key="hidden">${hidden} more conversations at /admin/outbox</p>`}
	</section>`;
}
