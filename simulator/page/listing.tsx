/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { pageAddress, type PageQuery } from './page-query';
import { counted } from './words';

/** A choice among records, with a name for the address. */
export interface Choice<Item> {
	name: string;
	label: string;
	holds: (item: Item) => boolean;
}

interface ListingOf<Item, Entry> {
	query: PageQuery;
	/** All there are, the oldest first. */
	records: readonly Item[];
	choices: ReadonlyArray<Choice<Item>>;
	/** What the search looks at. */
	words: (item: Item) => unknown[];
	/** What pages are made of: the records, or groups of them; newest first. */
	entries: (found: Item[]) => Entry[];
	/** Entries on a page. */
	size: number;
	children: (shown: Entry[]) => ComponentChildren;
}

/** Records with what finds them: a search, a choice with the number of each, pages. */
export function Listing<Item, Entry>(listing: ListingOf<Item, Entry>) {
	const { query, records, words, size } = listing;
	const wanted = query.q.toLowerCase().split(/\s+/).filter(Boolean);
	const found = records.filter((item) => {
		const text = wanted.length > 0 ? words(item).join(' ').toLowerCase() : '';
		return wanted.every((word) => text.includes(word));
	});
	const choices = [{ name: '', label: 'All', holds: () => true }, ...listing.choices];
	const items = found.filter(choices.find(({ name }) => name === query.only)?.holds ?? Boolean);
	const entries = listing.entries(items.toReversed());
	const pages = Math.max(1, Math.ceil(entries.length / size));
	const page = Math.min(query.page, pages);
	return (
		<>
			<div class="tools">
				<Search query={query} />
				<nav aria-label="Filter" class="choices">
					{choices.map(({ name, label, holds }) => (
						<Link query={query} change={{ only: name }}>
							{label} <small>{found.filter(holds).length}</small>
						</Link>
					))}
				</nav>
			</div>
			<p role="status" class="totals">
				{items.length < records.length && `${items.length} of `}
				{counted(records.length, query.show)}
				{query.show === 'messages' && ` in ${counted(entries.length, 'conversations')}`}
			</p>
			{listing.children(entries.slice((page - 1) * size, page * size))}
			{pages > 1 && (
				<nav aria-label="Pages" class="tools">
					{page > 1 && <a href={pageAddress(query, { page: page - 1 })}>← Newer</a>}
					Page {page} of {pages}
					{page < pages && <a href={pageAddress(query, { page: page + 1 })}>Older →</a>}
				</nav>
			)}
		</>
	);
}

function Search({ query: { q, show, only } }: { query: PageQuery }) {
	const label = `Search ${show}`;
	return (
		<form role="search" action="/">
			{Object.entries({ show, only }).map(([name, value]) => (
				<input type="hidden" name={name} value={value} />
			))}
			<input type="search" id="search" name="q" value={q} placeholder={label} aria-label={label} />
		</form>
	);
}

interface LinkTo {
	query: PageQuery;
	change: Partial<PageQuery>;
	children: ComponentChildren;
}

/** A link to the page with something changed, marked where that is what is shown. */
export function Link({ query, change, children }: LinkTo) {
	const [[name, value] = []] = Object.entries(change);
	const isShown = query[name as keyof PageQuery] === value;
	return (
		<a href={pageAddress(query, change)} aria-current={isShown ? 'true' : undefined}>
			{children}
		</a>
	);
}

/** Time of day on this machine. */
export function Time({ at }: { at: number }) {
	const date = new Date(at);
	return <time dateTime={date.toISOString()}>{date.toLocaleTimeString('en-GB')}</time>;
}
