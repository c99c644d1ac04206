type Alignment = '---' | '---:';

/** A Markdown table of texts; nothing without rows. */
export function table(head: string[], rows: string[][]): string {
	return aligned(
		head,
		head.map(() => '---'),
		rows,
	);
}

/** A Markdown table of numbers, aligned to the right, each row with its name in front; nothing without rows. */
export function numbersTable(head: string[], rows: string[][]): string {
	return aligned(
		head,
		head.map((_, index) => (index === 0 ? '---' : '---:')),
		rows,
	);
}

function aligned(head: string[], alignments: Alignment[], rows: string[][]): string {
	if (rows.length === 0) return '';
	return [head, alignments, ...rows]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}
