import type { IDataObject } from 'n8n-workflow';

import { channelOf } from '../../service/channels';
import { servicePath } from '../../service/service-address';
import { typingLimits } from '../options/send-options';
import { pause } from '../pace/rate-limiter';
import { shortLimitMs, type Item, type RunContext, type Step } from './step';

/** How long a text takes to type, in seconds. */
function typingTime(text: string): number {
	const { charactersPerSecond, seconds } = typingLimits;
	return Math.min(Math.max(Math.ceil(text.length / charactersPerSecond), 1), seconds);
}

/** Why typing cannot be shown before a message of a run, if so. */
function obstacle(items: number, from: unknown): string | undefined {
	if (items > typingLimits.items)
		return `${items} items came in, and it is for ${typingLimits.items} at most`;
	return from === undefined ? 'it needs From' : undefined;
}

/**
 * Shows typing before a message (public material; not in the interface document): for the seconds of the option, or where
 * they are 0 as long as its text takes. It keeps no message back: where it cannot be shown, they go without, and the run
 * says why.
 */
export function typed({ run, attempt, hints }: RunContext): Step {
	let missing: string | undefined;
	hints.push(() => [missing !== undefined && `Show Typing First was left out: ${missing}.`]);
	const show = async ({ request }: Item, seconds: number) => {
		const service = channelOf(request.service)?.showTyping;
		if (!service || missing !== undefined) return;
		const { to, from, message } = request.body as IDataObject;
		missing = obstacle(run.items.length, from);
		if (missing !== undefined) return;
		const body = { to, from, action: 'start' };
		const answer = await attempt({ service, path: servicePath(service, {}), body }, shortLimitMs);
		if (answer.ok) await pause((seconds || typingTime(String(message ?? ''))) * 1000, run.signal);
		else missing = `the service did not show it (${answer.status ?? answer.kind})`;
	};
	return async (item, next) => {
		const { typingSeconds } = item.options;
		if (!item.left && typingSeconds !== undefined) await show(item, typingSeconds);
		return await next();
	};
}
