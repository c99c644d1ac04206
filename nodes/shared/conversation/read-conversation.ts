import { phoneNumberPattern, serviceOperations } from '../contract/contract';
import type { Connection } from '../delivery/request/attempt';
import type { ResponseEnvelope } from '../service/answer';
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

/** Why a conversation cannot be read, as the end of a sentence, and whether the service was asked. */
interface Unread {
	reason: string;
	wasAsked: boolean;
}

/** Asks once for a conversation (public material), within `limitMs`: what the service answers, or why it cannot be read. */
export async function askForConversation(
	ask: Connection['ask'],
	{ channel, person, number }: Between,
	limitMs: number,
	which: keyof typeof limits,
): Promise<ResponseEnvelope | Unread> {
	const known = Object.hasOwn(channels, channel) ? channels[channel as keyof typeof channels] : undefined;
	const service = known?.history;
	const unread = (reason: string, wasAsked = false) => ({ reason, wasAsked });
	if (!service) return unread(`conversations over ${known?.name ?? 'this channel'} cannot be read`);
	const isReadable = [person, number].every((one) => phoneNumberPattern.test(one));
	if (!isReadable) return unread('only conversations between phone numbers can be read');
	const path = servicePath(service, { to: person, from: number, limit: String(limits[which]) });
	const answer = await ask({ service, path }, limitMs);
	if (answer.ok) return answer.envelope;
	const { status, detail, kind } = answer;
	return status === 404
		? unread('the provider does not offer conversations (404)', true)
		: unread(`the conversation could not be read (${status ?? detail ?? kind})`, true);
}
