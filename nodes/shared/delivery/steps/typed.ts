import type { IDataObject } from 'n8n-workflow';

import { channelOf } from '../../service/channels';
import { servicePath } from '../../service/service-address';
import { typingLimits } from '../options/send-options';
import { pause } from '../pace/rate-limiter';
import { shortLimitMs, type Item, type RunContext, type Step } from './step';

/**
 * Shows typing before a message (public material; not in the interface document): for the seconds of the option, or where
 * they are 0 as long as its text takes. It keeps no message back: where it cannot be shown, they go without, and the run
 * says why.
 */
export function typed({ run, attempt, hints }: RunContext): Step {
	const items = run.items.length;
	let missing: string | undefined;
	hints.push(() => [missing !== undefined && `Show Typing First was left out: ${missing}.`]);
	const show = async ({ request }: Item, seconds: number) => {
		const service = channelOf(request.service)?.showTyping;
		if (!service || missing !== undefined) return;
		const { to, from, message } = request.body as IDataObject;
		if (items > typingLimits.items)
			missing = `${items} items came in, and it is for ${typingLimits.items} at most`;
		else if (from === undefined) missing = 'it needs From';
		if (missing !== undefined) return;
		const body = { to, from, action: 'start' };
		const answer = await attempt({ service, path: servicePath(service, {}), body }, shortLimitMs);
		const typingTime = Math.ceil(String(message ?? '').length / typingLimits.charactersPerSecond);
		const shownFor = seconds || Math.min(Math.max(typingTime, 1), typingLimits.seconds);
		if (answer.ok) await pause(shownFor * 1000, run.signal);
		else missing = `the service did not show it (${answer.status ?? answer.kind})`;
	};
	return async (item, next) => {
		const { typingSeconds } = item.options;
		if (!item.left && typingSeconds !== undefined) await show(item, typingSeconds);
		return await next();
	};
}
