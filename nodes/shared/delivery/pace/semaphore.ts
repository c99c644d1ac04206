/** A fixed number of permits; who finds none free waits in line. */
export class Semaphore {
	private waiting: Array<() => void> = [];

	private served = 0;

	/** Called whenever a permit was given back. */
	onRelease?: () => void;

	constructor(private free: number) {}

	/** Whether a permit is free that nobody stands in line for. */
	get isFree(): boolean {
		return this.free > 0;
	}

	/** Takes a permit, once one is free. */
	async acquire(): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Gives a permit back, to the first in line if anybody waits. */
	release(): void {
		const next = this.waiting[this.served];
		if (!next) {
			this.free += 1;
			this.waiting = [];
			this.served = 0;
		} else {
			this.served += 1;
			next();
		}
		this.onRelease?.();
	}
}
