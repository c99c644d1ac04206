import type { IDataObject } from 'n8n-workflow';

import { phoneNumberPattern, serviceOperations } from '../contract/contract';
import { ask, type Caller } from '../delivery/request/attempt';
import type { ServiceRequest } from '../operation/operation';
import type { Failure } from '../service/answer';
import { channels, type Channel } from '../service/channels';
import { servicePath } from '../service/service-address';

export interface Between {
	channel: string;
	person: string;
	number: string;
}

/** Nobody writes more messages at a time. */
const newest = 50;

const most = serviceOperations.getImessageHistory.values.path.limit.maximum;

/** The request that reads a conversation (public material); or why it cannot be read, as the end of a sentence. */
export function conversationRequest(
	channel: (typeof channels)[Channel] | undefined,
	person: string,
	number: string,
	limit: number = most,
): ServiceRequest | { reason: string } {
	if (!channel?.history)
		return { reason: `conversations over ${channel?.name ?? 'this channel'} cannot be read` };
	const isReadable = [person, number].every((one) => phoneNumberPattern.test(one));
	if (!isReadable) return { reason: 'only conversations between phone numbers can be read' };
	const service = channel.history;
	return { service, path: servicePath(service, { to: person, from: number, limit: String(limit) }) };
}

export function unreadableReason({ status, detail, kind }: Failure): string {
	return status === 404
		? 'the provider does not offer conversations (404)'
		: `the conversation could not be read (${status ?? detail ?? kind})`;
}

/** Reads the newest messages of a conversation once, within `limitMs`: what the service answers, or why it cannot be read. */
export async function readConversation(
	caller: Caller,
	{ channel, person, number }: Between,
	limitMs: number,
): Promise<IDataObject | { reason: string }> {
	const request = conversationRequest(channels[channel as Channel], person, number, newest);
	if ('reason' in request) return request;
	const answer = await ask(caller, request, limitMs);
	return answer.ok ? answer.envelope.data : { reason: unreadableReason(answer) };
}
