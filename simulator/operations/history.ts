import type { Schema } from '../../nodes/shared/contract/contract';
import {
	conversation,
	magicMessageId,
	readAt,
	sentMessage,
	type DeliveryStatus,
	type Message,
} from '../conversation';
import { magicAddress } from '../magic-numbers';
import { ServiceError } from '../service-error';
import { pathParameter, type Behaviour, type Call } from './call';
import { sendingNumber } from './send';

type HistoryChannel = 'imessage' | 'text';

/** How long a message is on its way, in milliseconds. */
const deliveryMs = 500;

const deliveries: Record<DeliveryStatus, { event: string; title: string }> = {
	delivered: { event: 'confirmed', title: 'Message Delivered' },
	failed: { event: 'failed', title: 'Message Failed' },
	delayed: { event: 'delayed', title: 'Message Delayed' },
};

/** The events of a message's delivery, where the request asks for them. */
function trackingOf(
	{ query }: Call,
	channel: HistoryChannel,
	{ status, at }: Message,
): { tracking?: Array<Schema<'TrackingEvent'>> } {
	if (query.tracking !== 'true') return {};
	const { event, title } = deliveries[status];
	const timestamp = new Date(at + deliveryMs).toISOString();
	return { tracking: [{ event: `${channel}.delivery.${event}`, title, timestamp }] };
}

/** A conversation as a request asks for it: what is shown of it, newest first, and everything that there is. */
function history(call: Call, channel: HistoryChannel) {
	const [person, leased] = [pathParameter(call, 'to'), pathParameter(call, 'from')];
	sendingNumber(call, leased, channel);
	const limit = Number(pathParameter(call, 'limit'));
	const all = conversation(call.state, channel, person, leased, call.now);
	const signals = call.state.signals.filter(
		({ to, from, channel: over }) => to === person && from === leased && over === channel,
	);
	return { channel, person, leased, limit, all, shown: all.slice(0, limit), signals };
}

type History = ReturnType<typeof history>;

/** A message as the service gives it. */
function written({ person, leased, isOurs, text: message, at: timestamp, attachments }: Message) {
	const [to, from] = isOurs ? [person, leased] : [leased, person];
	return { to, from, message, timestamp, attachments: [...attachments] };
}

function listed(call: Call, { channel }: History, message: Message) {
	const { at, status } = message;
	return {
		...written(message),
		delivery: { status, delayed: status === 'delayed', timestamp: at + deliveryMs },
		...trackingOf(call, channel, message),
	};
}

function reactions({ signals, person, leased }: History): Array<Schema<'MessageReaction'>> {
	return signals
		.filter(({ kind }) => kind === 'reaction')
		.map(({ reaction, on, at, action, account }) => ({
			reaction: reaction ?? '',
			on: on ?? '',
			timestamp: at,
			action: action === 'add' ? 'added' : 'removed',
			from: account === null ? person : leased,
		}));
}

/** Public material. */
export const getImessageHistory: Behaviour = (call): Schema<'ImessageHistory'> => {
	const asked = history(call, 'imessage');
	const { person, limit, all, shown, signals } = asked;
	const isFlagged = magicAddress(person)?.flagsSenders === true && all.some(({ isOurs }) => isOurs);
	return {
		conversation: shown.map((message) => ({
			...listed(call, asked, message),
			read: readAt(message, all, signals),
			risk: { auto_reported_as_spam: isFlagged, marked_as_spam: isFlagged },
		})),
		reactions: reactions(asked),
		chat: {
			filtered: isFlagged,
			chat_marked_as_spam: isFlagged,
			limit,
			total: all.length,
			count: shown.length,
		},
	};
};

/** Public material. */
export const getTextHistory: Behaviour = (call): Schema<'TextHistory'> => {
	const asked = history(call, 'text');
	const { limit, shown } = asked;
	return {
		conversation: shown.map((message) => listed(call, asked, message)),
		reactions: reactions(asked),
		chat: { limit, total: shown.length, count: shown.length },
	};
};

/** Public material. An id that nobody knows, or that the history does not see yet, answers 404 (own choice). */
export const getMessage: Behaviour = (call): Schema<'Message'> => {
	const { state, account, now } = call;
	const id = pathParameter(call, 'id');
	const sent = state.outbox.find(
		({ message_id: candidate, account: owner }) => candidate === id && owner === account.name,
	);
	const message = sent ? sentMessage(sent) : magicMessage(id, now);
	if (!message || message.at + state.settings.historyDelayMs > now) throw new ServiceError(404);
	const channel = id.startsWith('text_') ? 'text' : 'imessage';
	return { id, ...written(message), status: message.status, ...trackingOf(call, channel, message) };
};

function magicMessage(id: string, now: number): Message | undefined {
	if (id !== magicMessageId) return undefined;
	return {
		id,
		person: '+12025550199',
		leased: '+14155550100',
		isOurs: true,
		channel: 'imessage',
		text: 'Your order is on its way',
		attachments: [],
		files: [],
		at: now - 60_000,
		status: 'delivered',
	};
}
