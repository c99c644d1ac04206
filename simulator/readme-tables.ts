import { table } from '../scripts/markdown-table';
import { accounts, channelNames, lapsedLeases, leasedNumbers, type Channel } from './accounts';
import { magicAddresses, magicEntitlements } from './magic-numbers';
import { defaultSettings } from './settings';

const queuedSeconds = defaultSettings.forwardingDelayMs / 1_000;

function code(text: string): string {
	return `\`${text}\``;
}

function channelList(channels: readonly Channel[]): string {
	return channels.map((channel) => channelNames[channel]).join(', ');
}

/** The tables of the simulator's README, from what the simulator itself works with, by the name that marks their place. */
export const simulatorTables: Record<string, string> = {
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
			forwarding === 'queued' ? `queued, ${queuedSeconds} s unless set otherwise` : 'at once',
		]),
	),
	'lapsed-leases': table(
		['Number', 'Channels', 'Lease'],
		lapsedLeases.map(({ number, channels, status }) => [code(number), channelList(channels), status]),
	),
	'magic-numbers': table(
		['Number', 'Email address', 'Outcome'],
		magicAddresses.map(({ number, email, outcome }) => [code(number), email ? code(email) : '', outcome]),
	),
	'magic-entitlements': table(
		['Entitlement name', 'Outcome'],
		magicEntitlements.map(({ name, outcome }) => [code(name), outcome]),
	),
};
