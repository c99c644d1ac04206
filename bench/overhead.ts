import { overheadContenders } from './contenders';
import type { Measurement } from './nodes/measurement';
import { answeringServer } from './support/answering-server';
import type { Lab } from './support/lab';

type ContenderName = keyof typeof overheadContenders;

/** The runs of each contender over so many items. */
export interface OverheadResult {
	items: number;
	runs: Record<ContenderName, Measurement[]>;
}

/** The contenders, beginning with another one in each round. */
const orders: ContenderName[][] = [
	['messaging', 'httpRequest'],
	['httpRequest', 'messaging'],
];

async function measured(lab: Lab, name: ContenderName, items: number): Promise<Measurement> {
	const stop = await answeringServer(lab.port);
	try {
		const contender = overheadContenders[name];
		const [run] = await lab.runTogether(contender, 1, items);
		if (!run?.measurement) {
			throw new Error(`${contender.name} with ${items} items did not end:\n${run?.log ?? ''}`);
		}
		const { wallMs, cpuMs } = run.measurement;
		console.log(
			`  ${contender.name}, ${items} items: ${(wallMs / items).toFixed(2)} ms, processor ${(cpuMs / items).toFixed(2)} ms an item`,
		);
		return run.measurement;
	} finally {
		stop();
	}
}

/** How often each order is measured: n8n's own start is part of a short run, and a long run averages itself out. */
const roundsOf = (items: number) => (items <= 100 ? 5 : 1);

/** Measures what each contender takes for each number of items. */
export async function measureOverhead(lab: Lab, numbersOfItems: number[]): Promise<OverheadResult[]> {
	const results: OverheadResult[] = [];
	for (const items of numbersOfItems) {
		const runs: OverheadResult['runs'] = { messaging: [], httpRequest: [] };
		const used = orders.slice(0, items > 5_000 ? 1 : 2);
		for (const order of Array.from({ length: roundsOf(items) }, () => used).flat()) {
			for (const name of order) runs[name].push(await measured(lab, name, items));
		}
		results.push({ items, runs });
	}
	return results;
}
