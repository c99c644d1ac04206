import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimulatorState } from '../state';
import { conversations } from './conversations';
import { Html, html } from './html';
import { panels } from './panels';

function asset(name: string): Html {
	return new Html(readFileSync(join(__dirname, name), 'utf8'));
}

/** What changes while the simulator runs. */
export function pageContent(state: SimulatorState): Html {
	return html`<main data-keyed>${conversations(state.outbox)}${panels(state)}</main>`;
}

/** The whole page; it needs nothing from anywhere else. */
export function page(state: SimulatorState): Html {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<link rel="icon" href="data:," />
				<title>Phone service simulator</title>
				<style>
					${asset('page.css')}
				</style>
			</head>
			<body>
				<header class="bar">
					<h1><span class="logo"></span>Phone service simulator</h1>
					<p class="live" data-live>live</p>
					<button type="button" data-reset>Reset</button>
				</header>
				${pageContent(state)}
				<script>
					${asset('page.client.js')};
				</script>
			</body>
		</html>`;
}
