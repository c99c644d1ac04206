/** How long the whole benchmark may take. */
export class TimeLimit {
	private readonly end: number;

	constructor(readonly minutes: number) {
		this.end = Date.now() + minutes * 60_000;
	}

	/** Throws when the time is over, so that no further run begins. */
	check(): void {
		if (Date.now() < this.end) return;
		throw new Error(`The benchmark took longer than ${this.minutes} minutes; --minutes allows it more.`);
	}
}
