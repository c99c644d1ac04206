/** Lists in pages name what there is: rates and needs of the interface, and what the simulator knows. */
import { placedOperations, type PlacedOperation } from '../../scripts/interface-document';
import { textOf } from '../../scripts/project-root';
import { accounts, channelNames, lapsedLeases, leasedNumbers, type Channel } from '../../simulator/accounts';
import { openApiDocument } from '../../simulator/document';
import { magicAddresses, magicEntitlements } from '../../simulator/magic-numbers';
import { rowsOf, sectionIn } from './pages';

const operations = placedOperations(openApiDocument()).filter((operation) => 'x-section' in operation);

function requestOf({ method, path }: PlacedOperation): string {
	return `\`${method} ${path}\``;
}

const effects: Record<string, string> = { read: 'Reads', change: 'Changes the account', send: 'Sends' };

test.each(operations)(
	'docs/interface.md says what $method $path does, needs and is limited to',
	(operation) => {
		const { 'x-entitlement': entitlement, 'x-rate': rate } = operation;
		const line = textOf('docs/interface.md')
			.split('\n')
			.find((one) => one.startsWith(`${requestOf(operation)}. ${String(effects[operation['x-effect']])}.`));
		expect(line).toContain(entitlement ? `Needs the entitlement \`${entitlement}\`.` : '');
		expect(line).toContain(rate ? `At most ${rate.requests} in ${rate.seconds} s` : '');
		expect(line).toContain(rate?.burst ? `, up to ${rate.burst} at once` : '');
	},
);

function channelsOf(channels: readonly Channel[]): string {
	return channels.map((channel) => channelNames[channel]).join(', ');
}

const leased = leasedNumbers.map(({ number, channels, forwardedTo, forwarding }) => [
	`\`${number}\``,
	channelsOf(channels),
	forwardedTo ? `to \`${forwardedTo}\`` : 'no',
	forwarding === 'queued' ? 'queued, 30 s unless set otherwise' : 'at once',
]);
const lapsed = lapsedLeases.map(({ number, channels, status }) => [
	`\`${number}\``,
	channelsOf(channels),
	status,
]);
const magic = magicAddresses.map(({ number, email, outcome }) => [
	`\`${number}\``,
	email ? `\`${email}\`` : '',
	outcome,
]);

test.each<[section: string, column: string, rows: string[][]]>([
	['Tokens', 'Token', accounts.map(({ token, purpose }) => [`\`${token}\``, purpose])],
	['Leased numbers', 'Number', [...leased, ...lapsed]],
	['Magic numbers', 'Number', magic],
	[
		'Magic numbers',
		'Entitlement name',
		magicEntitlements.map(({ name, outcome }) => [`\`${name}\``, outcome]),
	],
])("the simulator's page has all that it knows: %s, %s", (section, column, rows) => {
	expect(rowsOf(column, sectionIn(textOf('simulator/README.md'), section) ?? '')).toEqual(rows);
});
