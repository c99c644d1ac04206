/**
 * `npm run simulate:rates`: how several processes share a rate without talking to each other, simulated with the
 * product's own code in virtual time; writes its part of docs/evidence.md.
 */

import { senders } from '../e2e/measures/senders';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { HumanPace } from '../nodes/shared/delivery/pace/human-pace';
import { adaptation, TokenBucket } from '../nodes/shared/delivery/pace/rate-limiter';
import { intervalsWith, sameTenths, variation, type Intervals } from './rates/intervals';
import { outcomeOf, type Outcome, type Scenario } from './rates/shared-rate';
import { writeEvidence } from '../scripts/evidence';
import { numbersTable } from '../scripts/markdown-table';

const { rate: sendRate } = serviceOperations.sendImessage;
const { rate: lookupRate } = serviceOperations.lookUpNumber;

const seeds = 10;

const messages = { what: 'messages', numbers: senders.length, retryAfter: true, hopeless: 0 } as const;
const lookups = { what: 'lookups', numbers: 1, retryAfter: true, hopeless: 0 } as const;

const scenarios: Scenario[] = [
	{ ...messages, processes: 1, requests: 300 },
	{ ...messages, processes: 2, requests: 150 },
	{ ...messages, processes: 2, requests: 150, retryAfter: false },
	{ ...messages, processes: 5, requests: 60 },
	{ ...messages, processes: 1, requests: 300, numbers: 1, hopeless: 3 },
	{ ...lookups, processes: 1, requests: 24 },
	{ ...lookups, processes: 2, requests: 24 },
	{ ...lookups, processes: 5, requests: 24 },
	{ ...lookups, processes: 5, requests: 24, retryAfter: false },
];

function described({ what, processes, requests, numbers, retryAfter, hopeless }: Scenario): string {
	return [
		`${processes} × ${requests} ${what}`,
		...(what === 'messages' && numbers === 1 ? ['one number'] : []),
		...(hopeless > 0 ? [`${hopeless} always refused`] : []),
		...(retryAfter ? [] : ['no `Retry-After`']),
	].join(', ');
}

async function row(scenario: Scenario): Promise<string[]> {
	const outcomes: Outcome[] = [];
	for (let seed = 1; seed <= seeds; seed += 1) outcomes.push(await outcomeOf(scenario, seed));
	const sum = (value: (outcome: Outcome) => number) =>
		outcomes.reduce((total, outcome) => total + value(outcome), 0);
	const mean = (value: (outcome: Outcome) => number) => (sum(value) / seeds).toFixed(2);
	return [
		described(scenario),
		mean(({ refusals }) => refusals),
		mean(({ overIdeal }) => overIdeal),
		String(sum(({ lost }) => lost)),
	];
}

/** What the intervals of the numbers are like: the mean, and of what tells a rhythm the worst number. */
function intervalRow(name: string, numbers: Intervals[]): string[] {
	const seconds = numbers.flat().map((ms) => ms / 1000);
	return [
		name,
		(seconds.reduce((sum, value) => sum + value, 0) / seconds.length).toFixed(1),
		Math.min(...seconds).toFixed(1),
		Math.max(...seconds).toFixed(1),
		Math.min(...numbers.map(variation)).toFixed(2),
		String(Math.max(...numbers.map(sameTenths))),
	];
}

/** The section on the intervals of 500 messages over 5 numbers. */
async function intervalsSection(): Promise<string> {
	const list = { messages: 500, numbers: senders.length };
	const { requests, seconds, burst } = sendRate;
	const human = await intervalsWith(list, () => new HumanPace(45), 1);
	const fast = await intervalsWith(list, () => new TokenBucket(requests / seconds, burst), 1);
	const rows = [intervalRow('Like a Person', human), intervalRow('As Fast as the Service Allows', fast)];
	const columns = [
		'',
		'Mean',
		'Least',
		'Greatest',
		'Coefficient of variation',
		'Same tenth of a second twice in a row',
	];
	return `### Intervals

Seconds between the messages of one number, as they arrive: ${list.messages} messages over ${list.numbers} numbers in virtual time.
The last two columns show the worst number. A test looks for a rhythm in longer lists and finds none.

${numbersTable(columns, rows)}`;
}

async function main(): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios) rows.push(await row(scenario));
	const text = `## How processes share a rate

Written by \`npm run simulate:rates\`: the package's own code in virtual time, ${seeds} runs each. The processes only see
each other's traffic through refusals (429). They share ${senders.length} numbers (each ${sendRate.requests / sendRate.seconds} message a second, bursts of ${sendRate.burst}) or the lookups of an account (${lookupRate.requests} in ${lookupRate.seconds} seconds).

${numbersTable(['', 'Refusals per request', 'Time, in multiples of the limit itself', 'Lost'], rows)}

After a refusal, a process keeps ${adaptation.decrease} of its share of the rate, and at least ${adaptation.least} of the rate. Each interval adds ${adaptation.increase} of the rate (\`nodes/shared/delivery/pace/rate-limiter.ts\`).

${await intervalsSection()}`;
	writeEvidence({ rates: text });
	console.log(text);
}

void main();
