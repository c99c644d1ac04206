/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { accounts } from '../accounts';
import { magicAddresses, magicEntitlements } from '../magic-numbers';
import type { NumberState, SimulatorState } from '../state';
import { channelNames, readableAddress } from './words';

interface SectionOf {
	id: string;
	title: string;
	open?: boolean;
	children: ComponentChildren;
}

function Section({ id, title, open, children }: SectionOf) {
	return (
		<details id={id} open={open}>
			<summary>{title}</summary>
			<ul>{children}</ul>
		</details>
	);
}

function Copy({ text }: { text: string }) {
	return (
		<button type="button" class="copy" data-copy={text} title="Copy">
			{text}
		</button>
	);
}

/** A text to copy, what it is good for, and another text with the same use. */
function Item({ copy, also, children }: { copy: string; also?: string; children: ComponentChildren }) {
	return (
		<li>
			<Copy text={copy} />
			<span>{children}</span>
			{also && <Copy text={also} />}
		</li>
	);
}

/** Text in which backticks mark code, without them. */
function plain(text: string): string {
	return text.replaceAll('`', '');
}

function numberWords({ lease, forwarding, failover }: NumberState): string {
	const now = Date.now();
	const { to, status, estimated_completion: completion } = forwarding.record(now).call_forwarding;
	const sources = failover.mode === 'all' ? 'all numbers' : failover.numbers.map(readableAddress).join(', ');
	const words = [
		lease.channels.map((channel) => channelNames[channel]).join(', '),
		to !== null && `forwarded to ${readableAddress(to)}`,
		status === 'queued' && `change queued, ${Math.ceil(((completion ?? now) - now) / 1000)} s left`,
		failover.enabled && `failover for ${sources}`,
	];
	return words.filter(Boolean).join('; ');
}

/** What one needs while trying things: numbers and tokens to copy, and how the leased numbers stand. */
export function AtHand({ numbers, origin }: { numbers: SimulatorState['numbers']; origin: string }) {
	return (
		<aside aria-label="At hand">
			<Section id="tokens" title="Base URL and tokens" open>
				<Item copy={origin}>The base URL of the credential.</Item>
				{accounts.map(({ token, purpose }) => (
					<Item copy={token}>{plain(purpose)}</Item>
				))}
			</Section>
			<Section id="numbers" title="Leased numbers">
				{[...numbers.values()].map((state) => (
					<Item copy={state.lease.number}>{numberWords(state)}</Item>
				))}
			</Section>
			<Section id="entitlements" title="Magic entitlements">
				{magicEntitlements.map(({ name, outcome }) => (
					<Item copy={name}>{plain(outcome)}</Item>
				))}
			</Section>
			<Section id="magic" title="Magic numbers" open>
				{magicAddresses.map(({ number, email, outcome }) => (
					<Item copy={number} also={email}>
						{plain(outcome)}
					</Item>
				))}
			</Section>
		</aside>
	);
}
