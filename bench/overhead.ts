import { overheadContenders, type Contender } from './contenders';
import { AnsweringServer } from './support/answering-server';
import type { Lab } from './support/lab';
import type { TimeLimit } from './support/time-limit';

/** What one run took of the machine. */
export interface OverheadRun {
	wallMs: number;
	cpuMs: number;
	startBytes: number;
	peakBytes: number;
	/** Items without an answer. */
	failed: number;
}

/** The runs of one contender over so many items. */
export interface OverheadResult {
	contender: string;
	items: number;
	runs: OverheadRun[];
}

/** How many times each number of items is run unless told: the long ones average out more by themselves. */
function usualRounds(items: number): number {
	return items > 5_000 ? 1 : 2;
}

async function measured(lab: Lab, contender: Contender, items: number): Promise<OverheadRun> {
	const server = await AnsweringServer.started(lab.port);
	try {
		const { measurement, log } = await lab.run(contender, { items });
		if (!measurement) throw new Error(`${contender.name} with ${items} items did not end:\n${log}`);
		return { ...measurement, failed: items - measurement.answered };
	} finally {
		await server.stop();
	}
}

/** The contenders, beginning with another one in each round. */
function inTurn(round: number): Contender[] {
	const all: Contender[] = Object.values(overheadContenders);
	const first = round % all.length;
	return [...all.slice(first), ...all.slice(0, first)];
}

/** Measures what each contender takes for each number of items, in rounds that alternate between the contenders. */
export async function measureOverhead(
	lab: Lab,
	numbersOfItems: number[],
	rounds: number | undefined,
	limit: TimeLimit,
): Promise<OverheadResult[]> {
	const results: OverheadResult[] = [];
	for (const items of numbersOfItems) {
		const ofThis = Object.values(overheadContenders).map(({ name }) => ({
			contender: name,
			items,
			runs: [] as OverheadRun[],
		}));
		results.push(...ofThis);
		for (let round = 0; round < (rounds ?? usualRounds(items)); round += 1) {
			for (const contender of inTurn(round)) {
				limit.check();
				const run = await measured(lab, contender, items);
				ofThis.find(({ contender: name }) => name === contender.name)?.runs.push(run);
				console.log(
					`  ${contender.name}, ${items} items, round ${round + 1}: ${(run.wallMs / items).toFixed(2)} ms, processor ${(run.cpuMs / items).toFixed(2)} ms an item`,
				);
			}
		}
	}
	return results;
}
