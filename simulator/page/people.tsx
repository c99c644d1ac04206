/** @jsxRuntime automatic @jsxImportSource preact */
import { magicAddresses } from '../magic-numbers';
import { pageAddress, type Chat, type FoundChats, type PageQuery } from './chats';
import { plainText } from './formatting';
import { readableAddress, timeOfDay } from './words';

/** People that the list shows; the search finds the others. */
const maxPeople = 200;

/** Who somebody is at a glance. */
export function Avatar({ person }: { person: string }) {
	return (
		<span class="avatar" aria-hidden="true">
			{person.includes('@') ? person.slice(0, 1).toUpperCase() : person.slice(-2)}
		</span>
	);
}

function Person({
	chat: { person, messages },
	href,
	isOpen,
}: {
	chat: Pick<Chat, 'person' | 'messages'>;
	href: string;
	isOpen: boolean;
}) {
	const last = messages.at(-1);
	const isFailed = messages.some(({ status }) => status === 'failed');
	return (
		<li id={`with-${person}`} class={last?.channel}>
			<a href={href} aria-current={isOpen ? 'true' : undefined}>
				<Avatar person={person} />
				<strong>{readableAddress(person)}</strong>
				{last && <time>{timeOfDay(last.at)}</time>}
				<span>
					{isFailed && <b class="bad">Not delivered </b>}
					{last && (plainText(last.text) || '📎')}
				</span>
			</a>
		</li>
	);
}

/** Everybody with a message: a search, a choice with the number of messages of each, and a field for somebody new. */
export function People({ query, found, open }: { query: PageQuery; found: FoundChats; open: string }) {
	const { people, choices, total } = found;
	const shown = people.slice(0, maxPeople);
	return (
		<section class="people" aria-label="People">
			<form role="search" action="/">
				{query.only && <input type="hidden" name="only" value={query.only} />}
				<input type="search" id="search" name="q" value={query.q} placeholder="Search" aria-label="Search" />
			</form>
			<nav class="choices" aria-label="Filter">
				{choices.map(({ name, label, count }) => (
					<a
						href={pageAddress(query, { only: name, with: '' })}
						aria-current={name === query.only ? 'true' : undefined}
					>
						{label} <small>{count}</small>
					</a>
				))}
			</nav>
			<p role="status">
				{found.found < total && `${found.found} of `}
				{total} {total === 1 ? 'message' : 'messages'}, {people.length}{' '}
				{people.length === 1 ? 'person' : 'people'}
				{people.length > maxPeople && `, the latest ${maxPeople} shown`}
			</p>
			<ul>
				{shown.map((chat) => (
					<Person
						chat={chat}
						href={pageAddress(query, { with: chat.person })}
						isOpen={chat.person === open}
					/>
				))}
			</ul>
			<form action="/" class="new">
				<input
					name="with"
					list="people"
					required
					autocomplete="off"
					placeholder="Write as somebody new"
					aria-label="Write as somebody new: a phone number or an email address"
				/>
				<datalist id="people">
					{magicAddresses.map(({ number, outcome }) => (
						<option value={number} label={outcome.replaceAll('`', '')} />
					))}
				</datalist>
			</form>
		</section>
	);
}
