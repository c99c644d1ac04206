const signOfLifeMilliseconds = 20_000;

/**
 * Runs one stage of something slow and shows it: one line that counts the seconds on a terminal, elsewhere a line at
 * the start, a sign of life now and then, and a line at the end.
 */
export async function stage<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const started = Date.now();
	const elapsed = () => `${String(Math.round((Date.now() - started) / 1_000))} s`;
	const onTerminal = process.stdout.isTTY;
	const show = onTerminal
		? () => process.stdout.write(`\r  ${title} … ${elapsed()}`)
		: () => process.stdout.write(`  ${title} … ${elapsed()}\n`);
	const close = (mark: string) => {
		process.stdout.write(
			`${onTerminal ? '\r' : ''}${mark} ${title} (${elapsed()})${onTerminal ? '   ' : ''}\n`,
		);
	};
	if (onTerminal) show();
	else process.stdout.write(`  ${title} …\n`);
	const ticking = setInterval(show, onTerminal ? 1_000 : signOfLifeMilliseconds);
	try {
		const result = await work();
		close('✔');
		return result;
	} catch (error) {
		close('✖');
		throw error;
	} finally {
		clearInterval(ticking);
	}
}
