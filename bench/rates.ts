import { numbersTable } from '../scripts/markdown-table';
import { startSimulator } from '../simulator/simulator';
import { ratesContenders, type Contender } from './contenders';
import type { Lab } from './lab';
import { goal, measuredNow } from './markdown';
import { idealSendSeconds, senders } from './measures';

/** What one or several processes that send over the same numbers at the same time got from the service. */
interface RatesResult {
	contender: Contender;
	processes: number;
	lost: number;
	/** How many messages the service accepted more than once. */
	twice: number;
	refused: number;
	/** Seconds from the first request until the last message was accepted. */
	seconds: number;
}

const messageCount = 300;

const { messaging, httpRequest, httpRequestBatched } = ratesContenders;

const runs: Array<[Contender, processes: number]> = [
	[messaging, 1],
	[messaging, 2],
	[messaging, 3],
	[messaging, 4],
	[httpRequest, 1],
	[httpRequest, 2],
	[httpRequestBatched, 1],
];

async function measured(lab: Lab, contender: Contender, processes: number): Promise<RatesResult> {
	const simulator = await startSimulator({ port: lab.port });
	try {
		const ended = await lab.runTogether(contender, processes, messageCount / processes);
		const { requests, outbox } = simulator;
		if (outbox.length === 0) throw new Error(`${contender.name} sent nothing:\n${ended[0]?.log ?? ''}`);
		const sent = [...Map.groupBy(outbox, ({ to }) => to).values()];
		const first = Math.min(...requests.map(({ at }) => at));
		const last = Math.max(...outbox.map(({ at }) => at));
		return {
			contender,
			processes,
			lost: messageCount - sent.length,
			twice: sent.filter(({ length }) => length > 1).length,
			refused: requests.filter(({ answeredStatus }) => answeredStatus === 429).length,
			seconds: (last - first) / 1_000,
		};
	} finally {
		await simulator.stop();
	}
}

const idealSeconds = idealSendSeconds(messageCount, senders.length);

const allowedOfIdeal = 1.05;
const allowedOfOneProcess = 1.2;
const allowedRefusals = 0.3;

function row({ contender, processes, lost, twice, refused, seconds }: RatesResult): string[] {
	return [contender.name, ...[processes, lost, twice, refused].map(String), seconds.toFixed(1)];
}

/** Goals of the Messaging node: alone beside what the rate itself takes, with others beside alone. */
function goals(results: RatesResult[]): string[] {
	const ours = results.filter(({ contender }) => contender === ratesContenders.messaging);
	const alone = ours.filter(({ processes }) => processes === 1);
	const together = ours.filter(({ processes }) => processes > 1);
	const secondsOfOne = alone[0]?.seconds ?? NaN;
	const verdict = (result: RatesResult, refusals: number, allowed: number, base: number) => {
		const { processes, lost, twice, refused, seconds } = result;
		return {
			reached: lost + twice === 0 && refused / messageCount <= refusals && seconds <= allowed * base,
			measured: `by ${processes} (${(refused / messageCount).toFixed(2)}, ${(seconds / base).toFixed(2)})`,
		};
	};
	return [
		goal(
			`None lost or twice, no refusals, and at most ${allowedOfIdeal} times the ideal time`,
			alone.map((result) => verdict(result, 0, allowedOfIdeal, idealSeconds)),
		),
		goal(
			`None lost or twice, at most ${allowedRefusals} refusals a message, and ${allowedOfOneProcess} times the time of one process`,
			together.map((result) => verdict(result, allowedRefusals, allowedOfOneProcess, secondsOfOne)),
		),
	];
}

/** Sends the messages with each contender, to a simulator that enforces the rate of every number, and tells of it. */
export async function ratesSection(lab: Lab): Promise<string> {
	const measuredAt = measuredNow();
	const results: RatesResult[] = [];
	for (const [contender, processes] of runs) {
		const result = await measured(lab, contender, processes);
		console.log(`  ${row(result).join(', ')}`);
		results.push(result);
	}
	return `### Under the service's rules

${messageCount} messages over ${senders.length} leased numbers, divided among processes that don't know of each other. The simulator
keeps the service's rate. The ideal time is ${idealSeconds} s. ${measuredAt}

${numbersTable(['', 'Processes', 'Lost', 'Twice', 'Refused', 'Last after (s)'], results.map(row))}

${Object.values(ratesContenders)
	.map(({ name, description }) => `- ${name}: ${description}.`)
	.join('\n')}

In brackets: refusals a message, and time.

${goals(results).join('\n')}`;
}
