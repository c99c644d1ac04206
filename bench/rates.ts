import { sharedOutcome, type SharedOutcome } from '../e2e/measures/shared-outcome';
import { startSimulator } from '../simulator/simulator';
import { ratesContenders, type Contender } from './contenders';
import type { Lab } from './support/lab';

/** What one or several processes that send over the same numbers at the same time got from the service. */
export interface RatesResult extends SharedOutcome {
	contender: Contender;
	processes: number;
}

/** How many messages the processes send together. */
export const messageCount = 300;

const { spreadEvenly, alwaysSame, httpRequest, httpRequestBatched } = ratesContenders;

const runs: Array<[Contender, processes: number]> = [
	[spreadEvenly, 1],
	[spreadEvenly, 2],
	[spreadEvenly, 3],
	[spreadEvenly, 4],
	[alwaysSame, 1],
	[httpRequest, 1],
	[httpRequest, 2],
	[httpRequestBatched, 1],
];

async function measured(lab: Lab, contender: Contender, processes: number): Promise<RatesResult> {
	const simulator = await startSimulator({ port: lab.port });
	try {
		const ended = await lab.runTogether(contender, processes, messageCount / processes);
		const { requests, outbox } = simulator;
		if (requests.length === 0) throw new Error(`${contender.name} sent nothing:\n${ended[0]?.log ?? ''}`);
		const accepted = outbox.map(({ to, at }) => ({ what: to, at }));
		return { contender, processes, ...sharedOutcome(messageCount, requests, accepted) };
	} finally {
		await simulator.stop();
	}
}

/** Sends the messages with each contender, to a simulator that enforces the rate of every number. */
export async function measureRates(lab: Lab): Promise<RatesResult[]> {
	const results: RatesResult[] = [];
	for (const [contender, processes] of runs) {
		const result = await measured(lab, contender, processes);
		const { lost, refused, seconds } = result;
		console.log(
			`  ${contender.name}, processes: ${processes}: ${lost} lost, ${refused} refused, last after ${seconds.toFixed(1)} s`,
		);
		results.push(result);
	}
	return results;
}
