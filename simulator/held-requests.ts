/** Requests that wait: for their latency to pass, or for an answer that never comes. */
export class HeldRequests {
	private readonly releases = new Set<() => void>();

	/** Waits for `ms`, or without end when left out. Answers `released` when the simulator let go before. */
	async hold(ms?: number): Promise<'elapsed' | 'released'> {
		return await new Promise((resolve) => {
			const timer = ms === undefined ? undefined : setTimeout(() => end('elapsed'), ms);
			const release = () => end('released');
			const end = (how: 'elapsed' | 'released') => {
				clearTimeout(timer);
				this.releases.delete(release);
				resolve(how);
			};
			this.releases.add(release);
		});
	}

	/** Lets go of all waiting requests. */
	releaseAll(): void {
		for (const release of [...this.releases]) release();
	}
}
