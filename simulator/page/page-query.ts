const views = ['messages', 'requests'] as const;

/** What the address of the page asks for. */
export interface PageQuery {
	show: (typeof views)[number];
	/** Words that must all be there. */
	q: string;
	/** The name of a choice among the records; empty for all. */
	only: string;
	/** From 1. */
	page: number;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Reads the query of the page's address; whatever it does not understand is left at its default. */
export function pageQuery(given: Record<string, unknown>): PageQuery {
	return {
		show: views.find((view) => view === given.show) ?? 'messages',
		q: text(given.q),
		only: text(given.only),
		page: Math.max(1, Math.trunc(Number(text(given.page))) || 1),
	};
}

const defaults = pageQuery({});

/** The address of the page with something changed. */
export function pageAddress(query: PageQuery, change: Partial<PageQuery>): string {
	const next = Object.entries({ ...query, page: 1, ...change }).filter(
		([name, value]) => value !== defaults[name as keyof PageQuery],
	);
	return `/?${new URLSearchParams(next.map(([name, value]) => [name, String(value)])).toString()}`;
}
