/** Requests that wait: for their latency to pass, or for an answer that never comes. */
export class HeldRequests {
	private readonly releases = new Set<() => void>();

	/** Waits for `ms`, or without end when left out. Answers `released` when the simulator let go before. */
	async hold(ms?: number): Promise<'elapsed' | 'released'> {
		const { promise, resolve } = Promise.withResolvers<'elapsed' | 'released'>();
		const release = () => resolve('released');
		const timer = ms === undefined ? undefined : setTimeout(() => resolve('elapsed'), ms);
		this.releases.add(release);
		return await promise.finally(() => {
			clearTimeout(timer);
			this.releases.delete(release);
		});
	}

	/** Lets go of all waiting requests. */
	releaseAll(): void {
		for (const release of [...this.releases]) release();
	}
}
