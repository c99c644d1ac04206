import { numbersTable } from '../scripts/markdown-table';
import { startSimulator } from '../simulator/simulator';
import { ratesContenders, type Contender } from './contenders';
import type { Lab } from './lab';
import { idealSendSeconds, measuredNow, senders } from './measures';

const messageCount = 300;

const { messaging, httpRequest, httpRequestBatched } = ratesContenders;
const runs: Array<[Contender, processes: number]> = [
	[messaging, 1],
	[messaging, 2],
	[httpRequest, 1],
	[httpRequest, 2],
	[httpRequestBatched, 1],
];

/**
 * What one or several processes that send over the same numbers at the same time got from the service: messages lost, accepted
 * more than once, refused, and the seconds from the first request until the last message was accepted.
 */
async function row(lab: Lab, contender: Contender, processes: number): Promise<string[]> {
	const simulator = await startSimulator({ port: lab.port });
	try {
		const ended = await lab.runTogether(contender, processes, messageCount / processes);
		const { requests, outbox } = simulator;
		if (outbox.length === 0) throw new Error(`${contender.name} sent nothing:\n${ended[0]?.log ?? ''}`);
		const sent = [...Map.groupBy(outbox, ({ to }) => to).values()];
		const refused = requests.filter(({ answeredStatus }) => answeredStatus === 429);
		const first = Math.min(...requests.map(({ at }) => at));
		const last = Math.max(...outbox.map(({ at }) => at));
		const counts = [
			processes,
			messageCount - sent.length,
			sent.filter(({ length }) => length > 1).length,
			refused.length,
		];
		return [contender.name, ...counts.map(String), ((last - first) / 1_000).toFixed(1)];
	} finally {
		await simulator.stop();
	}
}

/** Sends the messages with each contender, to a simulator that enforces the rate of every number, and tells of it. */
export async function rates(lab: Lab): Promise<string> {
	const measuredAt = await measuredNow();
	const rows: string[][] = [];
	for (const [contender, processes] of runs) {
		const measured = await row(lab, contender, processes);
		console.log(`  ${measured.join(', ')}`);
		rows.push(measured);
	}
	const contenders = Object.values(ratesContenders);
	return `### Under the service's rules

${messageCount} messages over ${senders.length} leased numbers, divided among processes that don't know of each other. The simulator
keeps the service's rate. The ideal time is ${idealSendSeconds(messageCount, senders.length)} s. ${measuredAt}

${numbersTable(['', 'Processes', 'Lost', 'Twice', 'Refused', 'Last after (s)'], rows)}

${contenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}`;
}
