/** @jsxRuntime automatic @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import { OpenChat } from './chat';
import { chatWith, foundChats, type View } from './chats';
import { Drawer } from './drawer';
import { MakeItFail } from './faults';
import { People } from './people';

/** Somebody without a magic outcome, whose chat is open while there is none. */
const somebody = '+12065550133';

function Page(view: View) {
	const { state, query } = view;
	const found = foundChats(state, query);
	const person = query.with || found.people[0]?.person || somebody;
	return (
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/admin/page/pico.css" />
				<link rel="stylesheet" href="/admin/page/page.css" />
				<title>Phone service simulator</title>
			</head>
			<body>
				<header>
					<h1>Phone service simulator</h1>
					<p id="live" role="status">
						live
					</p>
					<MakeItFail faults={state.faults} person={person} />
					<Drawer {...view} />
					<button type="button" class="outline secondary" data-post="/admin/reset">
						Reset
					</button>
				</header>
				<People query={query} found={found} open={person} />
				<OpenChat {...view} chat={chatWith(state, person)} />
				<script src="/admin/page/idiomorph.js" />
				<script src="/admin/page/page.client.js" />
			</body>
		</html>
	);
}

/** The whole page as HTML; it needs nothing from another host. */
export function page(view: View): string {
	return `<!doctype html>${renderToString(<Page {...view} />)}`;
}
