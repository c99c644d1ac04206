/** Somebody who gets a message: the one at this place in the list of all. */
export function recipient(index: number): { to: string; name: string } {
	return { to: `+1500${String(5_550_000 + index)}`, name: `Customer ${String(index)}` };
}
