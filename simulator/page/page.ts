import { phoneNumberOrEmail } from '../../nodes/shared/input/addresses';
import { messages, type Message } from '../conversation';
import type { SimulatorState } from '../state';
import { chat, readableAddress, timeOfDay } from './chat';
import { eventsGoTo } from './events';
import { makeItFail } from './faults';
import { plainText } from './formatting';
import { html, type Html } from './html';

/** People without a magic outcome: the first one's chat is open while there is none, the others are offered as new. */
const strangers = Array.from({ length: 100 }, (_, index) => `+12065550${index + 100}`);

/** People that the list shows. */
const maxPeople = 200;

/** The last message with each person, the newest first. */
function lastMessages(state: SimulatorState): Message[] {
	const people = Map.groupBy(messages(state).reverse(), ({ person }) => person);
	return [...people.values()].slice(0, maxPeople).flatMap(([last]) => last ?? []);
}

function chatWith(person: string): string {
	return `/?with=${encodeURIComponent(person)}`;
}

function conversation({ person, at, text, channel }: Message, open: string): Html {
	return html`<li>
		<a href="${chatWith(person)}" ${person === open && 'aria-current="true"'}>
			<strong>${readableAddress(person)}</strong> <time>${timeOfDay(at)}</time>
			<span>${plainText(text, channel) || '📎'}</span>
		</a>
	</li>`;
}

/** The person whose chat somebody asks for. A plus sign comes as a blank, unless it was escaped. */
function personOf(asked: string): string {
	const address = asked.includes('@') ? asked.replaceAll(' ', '+') : asked.replace(/^ /, '+');
	try {
		return phoneNumberOrEmail('with', address);
	} catch {
		return address;
	}
}

/** The whole page; it needs nothing from another host. `asked` is the person whose chat is to be open; '' for the newest. */
export function page(state: SimulatorState, asked: string): string {
	const listed = lastMessages(state);
	const open = personOf(asked) || listed[0]?.person || String(strangers[0]);
	const known = [open, ...listed.map(({ person }) => person)];
	const stranger = strangers.find((person) => !known.includes(person)) ?? '';
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
					${eventsGoTo(state.settings)} ${makeItFail(state.faults, open)}
				</header>
				<nav aria-label="Conversations">
					<a id="new" href="${chatWith(stranger)}">New person</a>
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
