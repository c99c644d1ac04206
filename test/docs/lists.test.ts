/** Lists in pages name what there is: nodes and operations, the interface, and what the simulator knows. */
import { placedOperations, type PlacedOperation } from '../../scripts/interface-document';
import { textOf } from '../../scripts/project-root';
import { accounts, channelNames, lapsedLeases, leasedNumbers, type Channel } from '../../simulator/accounts';
import { openApiDocument } from '../../simulator/document';
import { magicAddresses, magicEntitlements } from '../../simulator/magic-numbers';
import { describedNodes, headingAddress, rowsOf, sectionIn } from './pages';

const nodes = describedNodes();
const operations = placedOperations(openApiDocument());
const readme = textOf('simulator/README.md');

function requestOf({ method, path }: PlacedOperation): string {
	return `\`${method} ${path}\``;
}

test('the README has every node with its operations or events', () => {
	const rows = nodes.map(({ description, page, place, ...offered }) => [
		`[${description.displayName}](docs/${page}${place})`,
		[...offered.operations, ...offered.events].map(({ name }) => name).join(', '),
	]);
	expect(rowsOf('Node', textOf('README.md'))).toEqual(rows);
});

test.each(operations.map((operation) => [requestOf(operation)]))(
	'docs/README.md leads from %s to the section of an operation that makes it',
	(request) => {
		const [, page = '', address] =
			textOf('docs/README.md')
				.split(`[${request}](`)[1]
				?.match(/^([\w-]+\.md)(#[\w-]+)\)/) ?? [];
		const offered = nodes.filter((node) => node.page === page).flatMap((node) => node.operations);
		const { name = '' } = offered.find((operation) => headingAddress(operation.name) === address) ?? {};
		expect(sectionIn(textOf(`docs/${page}`), name)).toContain(request);
	},
);

const effects: Record<string, string> = { read: 'Reads', change: 'Changes the account', send: 'Sends' };

test.each(operations.filter((operation) => 'x-section' in operation))(
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

describe("the simulator's page", () => {
	test('has every token', () => {
		const rows = accounts.map(({ token, purpose }) => [`\`${token}\``, purpose]);
		expect(rowsOf('Token', readme)).toEqual(rows);
	});

	test('has every leased number', () => {
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
		expect(rowsOf('Number', sectionIn(readme, 'Leased numbers') ?? '')).toEqual([...leased, ...lapsed]);
	});

	test('has every magic number and entitlement', () => {
		const rows = magicAddresses.map(({ number, email, outcome }) => [
			`\`${number}\``,
			email ? `\`${email}\`` : '',
			outcome,
		]);
		expect(rowsOf('Number', sectionIn(readme, 'Magic numbers') ?? '')).toEqual(rows);
		const entitlements = magicEntitlements.map(({ name, outcome }) => [`\`${name}\``, outcome]);
		expect(rowsOf('Entitlement name', readme)).toEqual(entitlements);
	});

	test('has every operation that is known from public material only', () => {
		const listed = [...readme.matchAll(/^- (`[A-Z]+ \/[^`]*`): /gm)].map(([, request]) => request);
		expect(listed).toEqual(operations.filter((one) => one['x-source']).map(requestOf));
	});
});
