/**
 * The tables of the simulator's README, written from what the simulator itself works with.
 *
 *   npx tsx simulator/readme-tables.ts    writes them into the README
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts, lapsedLeases, leasedNumbers, type Channel } from './accounts';
import { magicAddresses, magicEntitlements } from './magic-numbers';
import { channelNames } from './page/words';

const readme = join(__dirname, 'README.md');

function code(text: string): string {
	return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function channelList(channels: readonly Channel[]): string {
	return channels.map((channel) => channelNames[channel]).join(', ');
}

/** Markdown tables by the name that marks their place. */
export const readmeTables: Record<string, string> = {
	tokens: table(
		['Token', 'What it is good for'],
		accounts.map(({ token, purpose }) => [code(token), purpose]),
	),
	'leased-numbers': table(
		['Number', 'Channels', 'Calls forwarded at the start', 'Changes of forwarding'],
		leasedNumbers.map(({ number, channels, forwardedTo, forwarding }) => [
			code(number),
			channelList(channels),
			forwardedTo ? `to ${code(forwardedTo)}` : 'no',
			forwarding === 'queued' ? 'queued, 30 s unless set otherwise' : 'at once',
		]),
	),
	'lapsed-leases': table(
		['Number', 'Channels', 'Lease'],
		lapsedLeases.map(({ number, channels, status }) => [code(number), channelList(channels), status]),
	),
	'magic-numbers': table(
		['Number', 'E-mail address', 'Outcome'],
		magicAddresses.map(({ number, email, outcome }) => [code(number), email ? code(email) : '', outcome]),
	),
	'magic-entitlements': table(
		['Entitlement name', 'Outcome'],
		magicEntitlements.map(({ name, outcome }) => [code(name), outcome]),
	),
};

/** A README with its tables as they should be: each stands between `<!-- name -->` and `<!-- end -->`. */
export function withReadmeTables(text: string): string {
	return Object.entries(readmeTables).reduce((result, [name, content]) => {
		const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end -->)`);
		if (!place.test(result)) throw new Error(`The README has no place for the table "${name}".`);
		return result.replace(place, (_all, start: string, end: string) => `${start}\n${content}\n${end}`);
	}, text);
}

/** The README as it stands. */
export function readmeText(): string {
	return readFileSync(readme, 'utf8');
}

if (require.main === module) writeFileSync(readme, withReadmeTables(readmeText()));
