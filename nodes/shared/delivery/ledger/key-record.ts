import { InvalidInput } from '../../input/invalid-input';
import type { RecordStore } from './record-store';
import { valuesIn, type BeforeLeaving, type MessageRecord } from './send-record';

const space = 'key';

/**
 * The record of messages with an idempotency key: one with a key that was accepted is never sent again, by whatever
 * execution of the node. Unlike the record of a run it is not forgotten; the oldest keys fall out.
 */
export class KeyRecord implements MessageRecord {
	/** `keys` is how many keys are remembered, `underWay` how many messages may be under way at the same time. */
	constructor(
		private readonly store: RecordStore,
		private readonly keys: number,
		private readonly underWay: number,
	) {}

	announce(): void {}

	/** As of every record. InvalidInput when n8n refuses: a message with a key is not sent without its protection. */
	async beforeLeaving(key: string): Promise<BeforeLeaving> {
		return await this.recorded(key).catch((error: unknown) => {
			throw new InvalidInput(
				'The idempotency key could not be recorded, so the message was not sent',
				`n8n's database did not take it (${String((error as Error).message)}). Save the workflow, or remove the key to send without its protection.`,
			);
		});
	}

	private async recorded(key: string): Promise<BeforeLeaving> {
		const { left, accepted } = valuesIn(space, key);
		const found = await this.store.record([left], this.room);
		if (!found.has(left)) return 'mayLeave';
		return (await this.store.findForCertain([accepted])).has(accepted) ? 'accepted' : 'unknown';
	}

	async noteAccepted(key: string): Promise<void> {
		this.store.recordSoon(valuesIn(space, key).accepted, this.room);
	}

	async noteNotTaken(key: string): Promise<void> {
		const { left, accepted } = valuesIn(space, key);
		await this.store
			.findForCertain([accepted])
			.then(async (found) => await this.store.remove(found.has(accepted) ? [] : [left]))
			.catch(() => {});
	}

	/**
	 * Each key is two values: that its message left, and that it was accepted. The second comes after those of messages
	 * that left meanwhile, so that there is room for these as well.
	 */
	private get room(): number {
		return 2 * (this.keys + this.underWay);
	}
}
