/** Runs one stage of something slow and shows it: a line at the start, a line at the end. */
export async function stage<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const started = Date.now();
	process.stdout.write(`… ${title}\n`);
	const result = await work();
	process.stdout.write(`✔ ${title} (${String(Math.round((Date.now() - started) / 1_000))} s)\n`);
	return result;
}
