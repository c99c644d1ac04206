/** What a page says below a heading, until the next one that is not further in; undefined without the heading. */
export function sectionIn(text: string, heading: string): string | undefined {
	const [, before, ...after] = text.split(new RegExp(`^(##+) ${heading}$`, 'm'));
	return before && after.join('').split(new RegExp(`^#{1,${before.length}} `, 'm'))[0];
}

/** The rows of all tables in a text whose first column has this head. */
export function rowsOf(head: string, text: string): string[][] {
	const tables = text.split(/\n{2,}/).filter((block) => new RegExp(`^\\| ${head} +\\|`).test(block));
	const lines = tables.flatMap((table) => table.trim().split('\n').slice(2));
	return lines.map((line) =>
		line
			.split(/(?<!\\)\|/)
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}
