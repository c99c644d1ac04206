/** How far a process makes room for others, once the service has refused it. Parts are parts of the limit. */
export interface SharedLimit {
	/** What a refusal leaves to a process. */
	left: number;
	/** What it may take more with every interval of the limit that has passed since. */
	growth: number;
}

/** How processes share the messages of one number. */
export interface SharedMessages extends SharedLimit {
	/** What is added to a hold at most, by chance, in intervals of what is left. */
	spread: number;
	/** How long a message that could go waits at most, by chance, in such intervals. */
	sway: number;
}

/** How processes share the lookups of an account. */
export interface SharedLookups extends SharedLimit {
	/** What is added to a hold at most, by chance, as a part of the time span that the limit is about. */
	spread: number;
	/** How long the last lookup of a full window waits at most, by chance, as a part of that span. */
	sway: number;
	/** How far a process keeps its lookups apart after a refusal, in intervals of the limit. */
	gap: number;
}

/**
 * Found by simulation (`npm run simulate:rates`, docs/rates.md). Without sway a process that was never refused takes
 * each place in the moment when it becomes free, and another gets none until the first has finished.
 */
export const sharedMessages: SharedMessages = { left: 0.2, growth: 0.05, spread: 0.25, sway: 0.45 };

/** Found like `sharedMessages`. */
export const sharedLookups: SharedLookups = {
	left: 0.25,
	growth: 0.05,
	spread: 1 / 120,
	sway: 1 / 60,
	gap: 0.2,
};
