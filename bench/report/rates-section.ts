import { idealSendSeconds } from '../../e2e/measures/ideal-time';
import { senders } from '../../e2e/measures/senders';
import { numbersTable } from '../../scripts/markdown-table';
import { ratesContenders } from '../contenders';
import { messageCount, type RatesResult } from '../rates';
import type { Machine } from '../support/machine';
import { measuredOn, verdict } from './markdown';

const idealSeconds = idealSendSeconds(messageCount, senders.length);

const allowedOfIdeal = 1.05;
const allowedOfOneProcess = 1.2;
const allowedRefusals = 0.3;

function row({ contender, processes, accepted, lost, twice, refused, seconds }: RatesResult): string[] {
	return [contender.name, ...[processes, accepted, lost, twice, refused].map(String), seconds.toFixed(1)];
}

/** Goals of the Messaging node: alone beside what the rate itself takes, with others beside alone. */
function goals(results: RatesResult[]): string[] {
	const ours = results.filter(({ contender }) => contender === ratesContenders.spreadEvenly);
	const alone = ours.find(({ processes }) => processes === 1)?.seconds ?? NaN;
	return ours.map(({ processes, lost, twice, refused, seconds }) => {
		const [allowed, of, base] =
			processes === 1
				? [allowedOfIdeal, `the ideal ${idealSeconds} s`, idealSeconds]
				: [allowedOfOneProcess, 'the time of one', alone];
		const refusals = processes === 1 ? 0 : allowedRefusals;
		return verdict(
			`Processes: ${processes}. None lost or twice, at most ${refusals} refusals a message and ${allowed} times ${of}`,
			lost + twice === 0 && refused / messageCount <= refusals && seconds <= allowed * base,
			`${(refused / messageCount).toFixed(2)} and ${(seconds / base).toFixed(2)}`,
		);
	});
}

/** The part of the report on sending under the service's rules, by one process and by several. */
export function ratesSection(results: RatesResult[], machine: Machine): string {
	return `### Under the service's rules

${messageCount} messages over ${senders.length} leased numbers, divided among processes that don't know of each other. The simulator
keeps the service's rate, and answers 429 to the rest. The ideal time is ${idealSeconds} s. ${measuredOn(machine)}

${numbersTable(
	['', 'Processes', 'Accepted', 'Lost', 'Sent twice or more', 'Refused (429)', 'Last after (s)'],
	results.map(row),
)}

${Object.values(ratesContenders)
	.map(({ name, description }) => `- ${name}: ${description}.`)
	.join('\n')}

One failing recipient is enough for Retry On Fail to send all items again.

${goals(results).join('\n')}`;
}
