import type { Conversations } from './conversations';
import { leftOut, type RunContext, type Step } from './step';

/**
 * Leaves out who has opted out: whose last keyword in the conversation with the number is STOP or one of the user's words,
 * and not START (public material). What cannot be read follows the option, and the run says why.
 */
export function unlessOptedOut({ hints }: RunContext, conversations: Conversations): Step {
	let unknown = 0;
	let lastReason = '';
	hints.push(() =>
		unknown === 0 ? [] : [`Respect Opt-Outs could not tell of ${unknown} recipients: ${lastReason}.`],
	);
	return async (item, next) => {
		const { respectOptOuts } = item.options;
		if (respectOptOuts === 'no') return await next();
		const conversation = await conversations.of(item);
		if (!('reason' in conversation)) {
			return conversation.lastKeyword === 'optOut' ? leftOut(item, 'skipped', 'Opted out') : await next();
		}
		unknown += 1;
		lastReason = conversation.reason;
		if (respectOptOuts === 'sendIfUnknown') return await next();
		return leftOut(item, 'skipped', `Nobody knows whether the recipient has opted out: ${lastReason}`);
	};
}
