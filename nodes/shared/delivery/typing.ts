import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../operation/operation';
import { channelOf } from '../service/channels';
import { servicePath } from '../service/service-address';
import type { Delivery } from './delivery';
import { pause } from './pace/pause';

/** How long the typing indicator shows before a message at most, how fast a text is typed, and for how many items. */
export const typingLimits = { seconds: 15, charactersPerSecond: 10, items: 20 };

/** How long a text takes to type, in seconds. */
function typingTime(text: string): number {
	const { charactersPerSecond, seconds } = typingLimits;
	return Math.min(Math.max(Math.ceil(text.length / charactersPerSecond), 1), seconds);
}

/**
 * Shows typing before the messages of a run (public material; not in the interface document). It keeps no message back:
 * where it cannot be shown, they go without, and the run says why.
 */
export class Typing {
	private missing?: string;

	constructor(private readonly delivery: Delivery) {}

	/** Shows it before a message for `seconds`, or where they are 0 as long as its text takes. */
	async before({ service: send, body }: ServiceRequest, seconds: number): Promise<void> {
		const service = channelOf(send)?.showTyping;
		if (!service || this.missing !== undefined) return;
		const { to, from, message } = body as IDataObject;
		this.missing = this.obstacle(from);
		if (this.missing !== undefined) return;
		const shows = { service, path: servicePath(service, {}), body: { to, from, action: 'start' } };
		const answer = await this.delivery.beside(shows);
		if (answer.ok)
			await pause((seconds || typingTime(String(message ?? ''))) * 1000, this.delivery.run.signal);
		else this.missing = `the service did not show it (${answer.status ?? answer.kind})`;
	}

	private obstacle(from: unknown): string | undefined {
		const { length } = this.delivery.run.items;
		if (length > typingLimits.items)
			return `${length} items came in, and it is for ${typingLimits.items} at most`;
		return from === undefined ? 'it needs From' : undefined;
	}

	/** Why messages went without it, if any did. */
	hints(): string[] {
		return this.missing === undefined ? [] : [`Show Typing First was left out: ${this.missing}.`];
	}
}
