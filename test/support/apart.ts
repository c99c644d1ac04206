/** The texts of a table that stand in lines, with bars between two. */
export function apart(...lines: string[]): string[] {
	return lines.flatMap((line) => line.split(' | '));
}
