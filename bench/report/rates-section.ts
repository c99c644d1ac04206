import { idealSendSeconds } from '../../e2e/measures/ideal-time';
import { senders } from '../../e2e/measures/senders';
import { numbersTable } from '../../scripts/markdown-table';
import { ratesContenders } from '../contenders';
import { messageCount, type RatesResult } from '../rates';
import type { Machine } from '../support/machine';
import { goal, measuredOn } from './markdown';

const idealSeconds = idealSendSeconds(messageCount, senders.length);

const allowedOfIdeal = 1.05;
const allowedOfOneProcess = 1.2;
const allowedRefusals = 0.3;

function row({ contender, processes, lost, twice, refused, seconds }: RatesResult): string[] {
	return [contender.name, ...[processes, lost, twice, refused].map(String), seconds.toFixed(1)];
}

/** Goals of the Messaging node: alone beside what the rate itself takes, with others beside alone. */
function goals(results: RatesResult[]): string[] {
	const ours = results.filter(({ contender }) => contender === ratesContenders.spreadEvenly);
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

/** The part of the report on sending under the service's rules, by one process and by several. */
export function ratesSection(results: RatesResult[], machine: Machine): string {
	return `### Under the service's rules

${messageCount} messages over ${senders.length} leased numbers, divided among processes that don't know of each other. The simulator
keeps the service's rate. The ideal time is ${idealSeconds} s. ${measuredOn(machine)}

${numbersTable(['', 'Processes', 'Lost', 'Twice', 'Refused', 'Last after (s)'], results.map(row))}

${Object.values(ratesContenders)
	.map(({ name, description }) => `- ${name}: ${description}.`)
	.join('\n')}

In brackets: refusals a message, and time.

${goals(results).join('\n')}`;
}
