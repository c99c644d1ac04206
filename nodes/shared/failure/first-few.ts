/** The first few of many things in words: `1, 2, 3 and 4 more`. */
export function firstFew(things: Array<string | number>, most: number): string {
	const named = things.slice(0, most).join(', ');
	const others = things.length - most;
	return others > 0 ? `${named} and ${others} more` : named;
}
