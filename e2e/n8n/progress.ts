const signOfLifeMilliseconds = 20_000;

/** Runs one stage of something slow and shows it: a line at the start, a sign of life now and then, a line at the end. */
export async function stage<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const started = Date.now();
	const show = (mark: string) => {
		const seconds = Math.round((Date.now() - started) / 1_000);
		process.stdout.write(`${mark} ${title} (${String(seconds)} s)\n`);
	};
	process.stdout.write(`… ${title}\n`);
	const ticking = setInterval(show, signOfLifeMilliseconds, '…');
	try {
		const result = await work();
		show('✔');
		return result;
	} catch (error) {
		show('✖');
		throw error;
	} finally {
		clearInterval(ticking);
	}
}
