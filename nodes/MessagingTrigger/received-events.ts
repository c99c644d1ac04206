import type { IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

const maxRemembered = 5_000;

/** Drops the oldest of more values than a process remembers. */
export function dropOldest(values: Pick<Set<string>, 'size' | 'keys' | 'delete'>, max: number): void {
	const [oldest = ''] = values.keys();
	if (values.size > max) values.delete(oldest);
}

/**
 * The events that this process has received and answered. n8n answers when it has stored the execution, so an event
 * counts as received once its answer has left.
 */
export class ReceivedEvents {
	private readonly events = new Map<string, Promise<boolean>>();

	/**
	 * Whether an event was received before. One that is being received is waited for. If it was not, it is
	 * received now, with `response` as its answer.
	 */
	async hasReceived(name: string, response: Response): Promise<boolean> {
		for (let known = this.events.get(name); known; known = this.events.get(name)) {
			if (await known) return true;
		}
		this.events.set(name, this.isAcceptedBy(name, response));
		dropOldest(this.events, maxRemembered);
		return false;
	}

	private async isAcceptedBy(name: string, response: Response): Promise<boolean> {
		if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
		const isAccepted = response.writableFinished && response.statusCode === 200;
		if (!isAccepted) this.events.delete(name);
		return isAccepted;
	}
}
