import type { IDataObject } from 'n8n-workflow';

import { phoneNumberPattern, serviceOperations } from '../contract/contract';
import { connection, type Caller } from '../delivery/request/attempt';
import type { ServiceRequest } from '../operation/operation';
import type { Failure } from '../service/answer';
import { channels } from '../service/channels';
import { servicePath } from '../service/service-address';

/** Between whom, and over what. */
export interface Between {
	channel: string;
	person: string;
	number: string;
}

/** The newest messages that are asked for: nobody writes more at a time; or all that can be had. */
const limits = { newest: 50, all: serviceOperations.getImessageHistory.values.path.limit.maximum };

/** The request that reads a conversation (public material); or why it cannot be read, as the end of a sentence. */
export function conversationRequest(
	{ channel, person, number }: Between,
	which: keyof typeof limits = 'newest',
): ServiceRequest | { reason: string } {
	const known = Object.hasOwn(channels, channel) ? channels[channel as keyof typeof channels] : undefined;
	if (!known?.history)
		return { reason: `conversations over ${known?.name ?? 'this channel'} cannot be read` };
	const isReadable = [person, number].every((one) => phoneNumberPattern.test(one));
	if (!isReadable) return { reason: 'only conversations between phone numbers can be read' };
	const service = known.history;
	return { service, path: servicePath(service, { to: person, from: number, limit: String(limits[which]) }) };
}

/** Why a conversation cannot be read, as the end of a sentence. */
export function unreadableReason({ status, detail, kind }: Failure): string {
	return status === 404
		? 'the provider does not offer conversations (404)'
		: `the conversation could not be read (${status ?? detail ?? kind})`;
}

/** Reads a conversation once, within `limitMs`: what the service answers, or why it cannot be read. */
export async function readConversation(
	caller: Caller,
	between: Between,
	limitMs: number,
): Promise<IDataObject | { reason: string }> {
	const request = conversationRequest(between);
	if ('reason' in request) return request;
	const { ask } = await connection(caller);
	const answer = await ask(request, limitMs);
	return answer.ok ? answer.envelope.data : { reason: unreadableReason(answer) };
}
