const opened: Array<() => unknown> = [];

afterAll(async () => {
	await Promise.all(opened.map(async (close) => await close()));
});

/** Closes what a test has opened when the tests of the file have ended, whatever has failed. */
export function closeAfterTests(close: () => unknown): void {
	opened.push(close);
}
