import { accounts } from '../accounts';
import { magicAddresses, magicEntitlements } from '../magic-numbers';
import type { NumberState, RecordedLookup, RecordedRequest, SimulatorState } from '../state';
import { html, type Html } from './html';
import { channelNames, decodedIfPossible, readableAddress, timeOfDay } from './words';

const shownLookups = 8;
const shownRequests = 12;

function panel(key: string, title: string, count: number | null, content: Html): Html {
	return html`<section class="panel" data-key="${key}">
		<h2>${title}${count !== null && html` <span class="count">${count}</span>`}</h2>
		${content}
	</section>`;
}

function forwardingLine({ forwarding }: NumberState, now: number): Html | false {
	const { to, status, estimated_completion: completion } = forwarding.record(now).call_forwarding;
	const seconds = Math.ceil(((completion ?? now) - now) / 1000);
	if (to === null && status === 'active') return false;
	return html`<p>
		${to === null ? 'Forwarding off' : html`Forwarded to ${readableAddress(to)}`}
		${status === 'queued' && html`<span class="queued">change queued, ${seconds} s left</span>`}
	</p>`;
}

function failoverLine({ failover }: NumberState): Html | false {
	const sources = failover.mode === 'all' ? 'all numbers' : failover.numbers.map(readableAddress).join(', ');
	return failover.enabled && html`<p>Failover for ${sources}</p>`;
}

function numberItem(state: NumberState, now: number): Html {
	const channels = state.lease.channels.map(
		(channel) => html`<span class="badge ${channel}">${channelNames[channel]}</span>`,
	);
	return html`<li>
		<div class="row"><b>${readableAddress(state.lease.number)}</b><span class="end">${channels}</span></div>
		${forwardingLine(state, now)}${failoverLine(state)}
	</li>`;
}

function numbersPanel(numbers: NumberState[], now: number): Html {
	const items = numbers.map((state) => numberItem(state, now));
	return panel(
		'numbers',
		'Leased numbers',
		null,
		html`<ul class="entries">
			${items}
		</ul>`,
	);
}

function flagChip(name: string, value: boolean | null): Html | false {
	return (
		value !== null && html`<span class="flag ${value ? 'yes' : 'no'}">${value ? '✓' : '✗'} ${name}</span>`
	);
}

function lookupItem({ at, record }: RecordedLookup): Html {
	const risk = record.service_risk_scoring_beta;
	return html`<li>
		<div class="row"><b>${readableAddress(record.number)}</b><time>${timeOfDay(at)}</time></div>
		<p>
			${record.caller_name} · ${record.line_type} ·
			${record.carrier.name}${record.city && ` · ${record.city}`}
		</p>
		<p>
			${record.ported.ported && html`<span class="flag">ported ${record.ported.date}</span>`}
			${flagChip('iMessage', record.imessage)}${flagChip('FaceTime', record.facetime)}
			${risk && html`<span class="flag risk ${risk.level}">${risk.level.replace('_', ' ')} risk, ${risk.score.toFixed(2)}</span>`}
		</p>
	</li>`;
}

function lookupsPanel(lookups: readonly RecordedLookup[]): Html {
	const newest = lookups.slice(-shownLookups).reverse();
	return panel(
		'lookups',
		'Lookups',
		lookups.length,
		newest.length === 0
			? html`<p class="nothing">None yet.</p>`
			: html`<ul class="entries">
					${newest.map(lookupItem)}
				</ul>`,
	);
}

function requestItem({ answeredStatus, method, path, at }: RecordedRequest): Html {
	const family = answeredStatus === null ? 'none' : `s${Math.floor(answeredStatus / 100)}`;
	return html`<li class="row">
		<span class="status ${family}">${answeredStatus ?? '—'}</span>
		<code title="${method} ${path}">${method} ${decodedIfPossible(path)}</code><time>${timeOfDay(at)}</time>
	</li>`;
}

function requestsPanel({ requests, violations }: SimulatorState): Html {
	const newest = requests.slice(-shownRequests).reverse();
	return panel(
		'requests',
		'Requests',
		requests.length,
		html`${violations.length > 0 && html`<p class="failed">${violations.length} against the OpenAPI document: see /admin/violations</p>`}
		${
			newest.length === 0
				? html`<p class="nothing">None yet.</p>`
				: html`<ul class="requests">
						${newest.map(requestItem)}
					</ul>`
		}`,
	);
}

const magicPanel = html`<details class="panel" data-key="magic" data-static>
	<summary><h2>Magic numbers</h2></summary>
	<table>
		<tbody>
			${magicAddresses.map(
				({ number, email, outcome }) =>
					html`<tr>
						<td><code>${number}</code>${email && html`<br /><code>${email}</code>`}</td>
						<td>${outcome}</td>
					</tr>`,
			)}
			${magicEntitlements.map(
				({ name, outcome }) =>
					html`<tr>
						<td>entitlement <code>${name}</code></td>
						<td>${outcome}</td>
					</tr>`,
			)}
		</tbody>
	</table>
</details>`;

const tokensPanel = html`<details class="panel" data-key="tokens" data-static>
	<summary><h2>Demo tokens</h2></summary>
	<table>
		<tbody>
			${accounts.map(
				({ token, purpose }) =>
					html`<tr>
						<td><code>${token}</code></td>
						<td>${purpose.replaceAll('`', '')}</td>
					</tr>`,
			)}
		</tbody>
	</table>
</details>`;

/** What the simulator knows beside the outbox: numbers, lookups, requests, and what to try. */
export function panels(state: SimulatorState): Html {
	return html`<aside data-key="panels" data-keyed>
		${numbersPanel([...state.numbers.values()], Date.now())} ${lookupsPanel(state.lookups)}
		${requestsPanel(state)} ${magicPanel} ${tokensPanel}
	</aside>`;
}
