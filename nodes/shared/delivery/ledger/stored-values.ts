import { sleep, type DeduplicationHelperFunctions } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node: a list of hashes for each node, in n8n's own database. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** How many values a node's list holds at most, about 27 bytes each; the oldest fall out. */
export const mostValues = 100_000;

const scope = 'node';
const removedAtOnce = 500;
const onceMoreAfterMs = 100;

const doubt = (value: string) => `doubt ${value}`;

/**
 * The values that n8n's database keeps for one node. n8n reads and writes all of them at each call, so nobody may call
 * while somebody does. A call that n8n refuses is made once more; its error is passed on when n8n refuses again.
 */
export class StoredValues {
	private isRefused = false;

	constructor(private readonly helpers: Deduplication) {}

	/** Records values, and answers which of them were there before. The oldest fall out of a list longer than `room`. */
	async record(values: string[], room = mostValues): Promise<Set<string>> {
		const options = { mode: 'entries', maxEntries: room } as const;
		const { processed } = await this.called(
			async () => await this.helpers.checkProcessedAndRecord(values, scope, options),
		);
		return new Set(processed as string[]);
	}

	/** Answers which of the values are there, and leaves none that were not. */
	async find(values: string[]): Promise<Set<string>> {
		const found = await this.recordToAsk(values);
		await this.remove(values.filter((value) => !found.has(value)));
		return found;
	}

	/**
	 * Answers which of the values are there for certain. A value that could only be asked for by recording it may have
	 * stayed there when n8n was killed, so a doubt is recorded with each question and goes with the answer.
	 */
	async findForCertain(values: string[]): Promise<Set<string>> {
		const found = await this.recordToAsk([...values, ...values.map(doubt)]);
		const absent = values.filter((value) => !found.has(value));
		const certain = values.filter((value) => found.has(value) && !found.has(doubt(value)));
		await this.remove([...absent, ...[...absent, ...certain].map(doubt)]);
		return new Set(certain);
	}

	/** Forgets values. */
	async remove(values: string[]): Promise<void> {
		for (let from = 0; from < values.length; from += removedAtOnce) {
			const some = values.slice(from, from + removedAtOnce);
			await this.called(async () => await this.helpers.removeProcessed(some, scope, { mode: 'entries' }));
		}
	}

	/** Forgets everything. */
	async clear(): Promise<void> {
		await this.called(async () => await this.helpers.clearAllProcessedItems(scope, { mode: 'entries' }));
	}

	/** How many values there are. */
	async count(): Promise<number> {
		return await this.called(
			async () => await this.helpers.getProcessedDataCount(scope, { mode: 'entries' }),
		);
	}

	/** Records values that are only asked for, so that no other value falls out for them. */
	private async recordToAsk(values: string[]): Promise<Set<string>> {
		return await this.record(values, mostValues + values.length);
	}

	private async called<Result>(call: () => Promise<Result>): Promise<Result> {
		const wasRefused = this.isRefused;
		this.isRefused = true;
		const result = await call().catch(async (error: unknown) => {
			if (wasRefused) return await Promise.reject(error as Error);
			await sleep(onceMoreAfterMs);
			return await call();
		});
		this.isRefused = false;
		return result;
	}
}
