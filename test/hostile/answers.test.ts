import { hostileAnswers, neverKept, token, type HostileAnswer } from './answers';
import { HostileServer } from './hostile-server';
import { watchedNumber } from './service-answers';
import { seenOf, type Seen } from './subjects';

/** The limit of a message and a lookup, by Request Options → Timeout: short where only a limit ends the answer. */
const timeoutMs = ({ hangs }: HostileAnswer) => (hangs ? 1000 : 5000);

/** What a busy machine may add to a limit, in milliseconds; what hangs lasts until the test is given up. */
const slackMs = 10_000;

/** How long each may take: its limit, and the slack. */
function longestMs(row: HostileAnswer) {
	const node = timeoutMs(row) + slackMs;
	return { send: node, lookup: node, poll: 8_000 + slackMs, test: 15_000 + slackMs };
}

/** Megabytes that the process may grow by meanwhile. */
const maxGrownMb = 150;

/** Characters that n8n keeps of a message, a lookup and two polls, whatever the service says. */
const maxKept = 100_000;

const formsOfToken = [
	token,
	encodeURIComponent(token),
	Buffer.from(token).toString('base64'),
	Buffer.from(`Bearer ${token}`).toString('base64'),
];

interface Struck {
	seen: Seen;
	sends: number;
	grownMb: number;
}

function megabytes(): number {
	return process.memoryUsage().rss / 1e6;
}

async function strike(row: HostileAnswer): Promise<Struck> {
	const server = await HostileServer.start(row.server);
	const before = megabytes();
	let most = before;
	const watch = setInterval(() => (most = Math.max(most, megabytes())), 20);
	try {
		const seen = await seenOf(server, token, timeoutMs(row));
		return { seen, sends: server.sends.length, grownMb: most - before };
	} finally {
		clearInterval(watch);
		await server.stop();
	}
}

function check(row: HostileAnswer, struck: Struck): void {
	const { send, lookup, poll, test: said } = row;
	const { seen } = struck;
	const longest = longestMs(row);
	const results = { send: seen.send.result, lookup: seen.lookup.result, poll: seen.poll.result };
	expect(results).toEqual({ send, lookup, poll });
	if (said === 'ok') expect(seen.test.result.status).toBe('OK');
	else expect(seen.test.result.message).toMatch(said);
	for (const who of ['send', 'lookup', 'poll', 'test'] as const) {
		expect([who, Math.max(seen[who].ms, longest[who])]).toEqual([who, longest[who]]);
	}
	expect(struck.sends).toBe(1);
	expect(seen.changesAfter).toEqual([[watchedNumber, 'disabled']]);
	for (const text of [...formsOfToken, ...neverKept]) expect(seen.kept).not.toContain(text);
	expect(seen.kept).not.toMatch(/<\/?[a-z]/i);
	expect(seen.kept.length).toBeLessThan(maxKept);
	expect(struck.grownMb).toBeLessThan(maxGrownMb);
}

describe('an answer that only a time limit ends', () => {
	const rows = hostileAnswers.filter(({ hangs }) => hangs);
	const struck = new Map<HostileAnswer, Promise<Struck>>();

	beforeAll(() => {
		for (const row of rows) struck.set(row, strike(row));
	});
	afterAll(async () => {
		await Promise.allSettled(struck.values());
	});

	test.each(rows.map((row) => [row.name, row] as const))(
		'%s',
		async (_, row) => {
			check(row, await (struck.get(row) as Promise<Struck>));
		},
		40_000,
	);
});

describe('any other hostile answer', () => {
	const rows = hostileAnswers.filter(({ hangs }) => !hangs);

	test.each(rows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
		check(row, await strike(row));
	});
});
