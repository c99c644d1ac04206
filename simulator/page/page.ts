import { messages, type Message } from '../conversation';
import type { SimulatorState } from '../state';
import { chat, readableAddress, timeOfDay } from './chat';
import { makeItFail } from './faults';
import { plainText } from './formatting';
import { html, type Html } from './html';

/** Somebody without a magic outcome, whose chat is open while there is none. */
const somebody = '+12065550133';

/** People that the list shows. */
const maxPeople = 200;

/** The last message with each person, the newest first. */
function lastMessages(state: SimulatorState): Message[] {
	const people = Map.groupBy(messages(state).reverse(), ({ person }) => person);
	return [...people.values()].slice(0, maxPeople).flatMap(([last]) => last ?? []);
}

function conversation({ person, at, text }: Message, open: string): Html {
	return html`<li>
		<a href="/?with=${encodeURIComponent(person)}" ${person === open && 'aria-current="true"'}>
			<strong>${readableAddress(person)}</strong> <time>${timeOfDay(at)}</time>
			<span>${plainText(text) || '📎'}</span>
		</a>
	</li>`;
}

/** The whole page; it needs nothing from another host. `asked` is the person whose chat is to be open; '' for the newest. */
export function page(state: SimulatorState, asked: string): string {
	const listed = lastMessages(state);
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
					${makeItFail(state.faults, open)}
				</header>
				<nav aria-label="Conversations">
					<ul id="people">
						${listed.map((last) => conversation(last, open))}
					</ul>
				</nav>
				${chat(state, open)}
				<script src="/admin/page/page.client.js"></script>
			</body>
		</html>`;
	return text;
}
