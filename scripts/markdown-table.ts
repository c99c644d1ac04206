/** A Markdown table of texts; nothing without rows. */
export function table(head: string[], rows: string[][], alignments = head.map(() => '---')): string {
	if (rows.length === 0) return '';
	return [head, alignments, ...rows]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}

/** A Markdown table of numbers, aligned to the right, each row with its name in front; nothing without rows. */
export function numbersTable(head: string[], rows: string[][]): string {
	const alignments = head.map((_, index) => (index === 0 ? '---' : '---:'));
	return table(head, rows, alignments);
}
