import { messages } from '../conversation';
import type { SimulatorState } from '../state';
import { chat, readableAddress, timeOfDay } from './chat';
import { makeItFail } from './faults';
import { plainText } from './formatting';
import { html, type Html } from './html';

/** Somebody without a magic outcome, whose chat is open while there is none. */
const somebody = '+12065550133';

/** People that the list shows. */
const maxPeople = 200;

/** Everybody with a message, the newest first, each with the last one. */
function conversations(state: SimulatorState) {
	const people = Map.groupBy(messages(state).reverse(), ({ person }) => person);
	return [...people].slice(0, maxPeople).map(([person, [last]]) => ({ person, last }));
}

type Conversation = ReturnType<typeof conversations>[number];

function person({ person, last }: Conversation, open: string): Html {
	return html`<li>
		<a href="/?with=${encodeURIComponent(person)}" ${person === open && 'aria-current="true"'}>
			<strong>${readableAddress(person)}</strong> <time>${last && timeOfDay(last.at)}</time>
			<span>${last?.status === 'failed' && 'Not delivered: '}${plainText(last?.text ?? '') || '📎'}</span>
		</a>
	</li>`;
}

/** The whole page; it needs nothing from another host. `asked` is the person whose chat is to be open; '' for the newest. */
export function page(state: SimulatorState, asked: string, origin: string): string {
	const listed = conversations(state);
	const open = asked || listed[0]?.person || somebody;
	const { text } = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/admin/page/page.css" />
				<title>Phone service simulator</title>
			</head>
			<body>
				<header>
					<h1>Phone service simulator</h1>
					<p id="live" role="status">live</p>
					${makeItFail(state.faults, open)}
					<button type="button" data-post="/admin/reset">Reset</button>
				</header>
				<nav aria-label="Conversations">
					<form action="/">
						<input
							name="with"
							required
							placeholder="Write as somebody new"
							aria-label="Write as somebody new"
						/>
					</form>
					<ul id="people">
						${listed.map((one) => person(one, open))}
					</ul>
				</nav>
				${chat(state, open, origin)}
				<script src="/admin/page/page.client.js"></script>
			</body>
		</html>`;
	return text;
}
