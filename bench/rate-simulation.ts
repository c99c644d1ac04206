/**
 * `npm run simulate:rates`: how several processes share a rate without talking to each other, simulated with the
 * product's own code in virtual time; writes its part of docs/evidence.md.
 */

import { senders } from './measures';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { adaptation } from '../nodes/shared/pace/rate-limiter';
import { outcomeOf, type Outcome, type Scenario } from './rates/shared-rate';
import { writeEvidence } from '../scripts/evidence';
import { numbersTable } from '../scripts/markdown-table';

const { rate: sendRate } = serviceOperations.sendImessage;
const { rate: lookupRate } = serviceOperations.lookUpNumber;

const seeds = 200;

const messages = { what: 'messages', numbers: senders.length, retryAfter: true, hopeless: 0 } as const;
const lookups = { what: 'lookups', numbers: 1, retryAfter: true, hopeless: 0 } as const;

const scenarios: Scenario[] = [
	{ ...messages, processes: 1, requests: 300 },
	{ ...messages, processes: 2, requests: 150 },
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
		Math.max(...outcomes.map(({ overIdeal }) => overIdeal)).toFixed(2),
		String(sum(({ lost }) => lost)),
	];
}

async function main(): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios) rows.push(await row(scenario));
	const text = `## How processes share a rate

\`npm run simulate:rates\`: the package's own code in virtual time, ${seeds} runs each. The processes see each other only
through refusals (429). They share ${senders.length} numbers (each ${sendRate.requests / sendRate.seconds} message a second, bursts of ${sendRate.burst}) or an account (${lookupRate.requests} lookups in ${lookupRate.seconds} seconds).

${numbersTable(['', 'Refusals per request', 'Time, by the ideal', 'Slowest', 'Lost'], rows)}

After a refusal, a process keeps ${adaptation.decrease} of its share, and at least ${adaptation.min} of the rate. Each interval adds ${adaptation.increase} of the rate.`;
	writeEvidence({ rates: text });
	console.log(text);
}

void main();
