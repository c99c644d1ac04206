/** A fixed number of places; who finds none free waits in line. */
export class Slots {
	private waiting: Array<() => void> = [];

	private served = 0;

	/** Called whenever a place was given back. */
	onRelease?: () => void;

	constructor(private free: number) {}

	/** Whether a place is free that nobody stands in line for. */
	get isFree(): boolean {
		return this.free > 0;
	}

	/** Takes a place, once one is free. */
	async acquire(): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Gives a place back, to the first in line if anybody waits. */
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
