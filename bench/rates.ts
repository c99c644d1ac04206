import { numbersTable } from '../scripts/markdown-table';
import { startSimulator } from '../simulator/simulator';
import { ratesContenders, type Contender } from './contenders';
import type { Lab } from './lab';
import { idealSendSeconds, measuredNow, senders } from './measures';

const messageCount = 300;

/**
 * What a contender got from the service: messages lost, accepted more than once, refused, and the seconds from the first
 * request until the last message was accepted.
 */
async function row(lab: Lab, contender: Contender): Promise<string[]> {
	const simulator = await startSimulator({ port: lab.port });
	try {
		const { log } = await lab.run(contender, messageCount);
		const { requests, outbox } = simulator;
		if (outbox.length === 0) throw new Error(`${contender.name} sent nothing:\n${log ?? ''}`);
		const sent = [...Map.groupBy(outbox, ({ to }) => to).values()];
		const refused = requests.filter(({ answeredStatus }) => answeredStatus === 429);
		const first = Math.min(...requests.map(({ at }) => at));
		const last = Math.max(...outbox.map(({ at }) => at));
		const counts = [
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
	const contenders = Object.values(ratesContenders);
	const rows: string[][] = [];
	for (const contender of contenders) {
		const measured = await row(lab, contender);
		console.log(`  ${measured.join(', ')}`);
		rows.push(measured);
	}
	return `### Under the service's rules

${messageCount} messages over ${senders.length} leased numbers. The simulator keeps the service's rate. The ideal time is ${idealSendSeconds(messageCount, senders.length)} s. ${measuredAt}

${numbersTable(['', 'Lost', 'Twice', 'Refused', 'Last after (s)'], rows)}

${contenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}`;
}
