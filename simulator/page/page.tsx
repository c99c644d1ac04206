/** @jsxRuntime automatic @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import type { SimulatorState } from '../state';
import { AtHand } from './at-hand';
import { Link } from './listing';
import { Messages } from './messages';
import type { PageQuery } from './page-query';
import { Requests } from './requests';

interface View {
	state: SimulatorState;
	query: PageQuery;
	/** Where the simulator answers, as the browser sees it. */
	origin: string;
}

function Tabs({ state, query }: View) {
	const tabs = [
		['messages', 'Messages', state.outbox.length + state.incoming.length],
		['requests', 'Requests', state.requests.length],
	] as const;
	return (
		<nav aria-label="Views" class="choices">
			{tabs.map(([show, title, count]) => (
				<Link query={query} change={{ show, q: '', only: '' }}>
					{title} <small>{count}</small>
				</Link>
			))}
		</nav>
	);
}

function Content({ state, query, origin }: View) {
	switch (query.show) {
		case 'messages':
			return <Messages state={state} query={query} origin={origin} />;
		case 'requests':
			return <Requests state={state} query={query} />;
	}
}

function Page(view: View) {
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
					<Tabs {...view} />
					<p id="live" role="status">
						live
					</p>
					<button type="button" class="outline secondary" id="reset">
						Reset
					</button>
				</header>
				<main>
					<Content {...view} />
				</main>
				<AtHand numbers={view.state.numbers} origin={view.origin} />
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
