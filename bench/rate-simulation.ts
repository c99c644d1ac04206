/**
 * `npm run simulate:rates`: how several processes share a rate without talking to each other, simulated with the
 * product's own code in virtual time; writes docs/rates.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { senders } from '../e2e/measures/senders';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { adaptation } from '../nodes/shared/delivery/pace/rate-limiter';
import {
	autocorrelations,
	intervalsAsFastAsAllowed,
	intervalsBatchedByHand,
	intervalsLikeAPerson,
	sameTenths,
	variation,
	type Intervals,
} from './rates/intervals';
import { outcomeOf, type Outcome, type Scenario } from './rates/shared-rate';
import { numbersTable } from '../scripts/markdown-table';

const seeds = 10;

const messages = { what: 'messages', numbers: senders.length, retryAfter: true, hopeless: 0 } as const;
const lookups = { what: 'lookups', numbers: 1, retryAfter: true, hopeless: 0 } as const;

const scenarios: Scenario[] = [
	{ ...messages, processes: 1, requests: 300 },
	{ ...messages, processes: 2, requests: 150 },
	{ ...messages, processes: 2, requests: 150, retryAfter: false },
	{ ...messages, processes: 2, requests: 300 },
	{ ...messages, processes: 3, requests: 100 },
	{ ...messages, processes: 4, requests: 75 },
	{ ...messages, processes: 5, requests: 60 },
	{ ...messages, processes: 1, requests: 300, numbers: 1, hopeless: 1 },
	{ ...messages, processes: 1, requests: 300, numbers: 1, hopeless: 3 },
	{ ...lookups, processes: 1, requests: 24 },
	{ ...lookups, processes: 2, requests: 24 },
	{ ...lookups, processes: 2, requests: 24, retryAfter: false },
	{ ...lookups, processes: 3, requests: 24 },
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

/** What the intervals of each sender of 500 messages over 5 numbers are like: the worst of the five. */
function intervalRow(name: string, senders: Intervals[]): string[] {
	const worst = (values: number[], choose: (...values: number[]) => number) => choose(...values).toFixed(2);
	const seconds = senders.flat().map((ms) => ms / 1000);
	return [
		name,
		(seconds.reduce((sum, value) => sum + value, 0) / seconds.length).toFixed(1),
		Math.min(...seconds).toFixed(1),
		Math.max(...seconds).toFixed(1),
		worst(senders.map(variation), Math.min),
		String(Math.max(...senders.map(sameTenths))),
		worst(
			senders.map((intervals) => Math.max(...autocorrelations(intervals))),
			Math.max,
		),
	];
}

async function intervalRows(): Promise<string[][]> {
	const list = { messages: 500, numbers: senders.length };
	return [
		intervalRow('Like a Person', await intervalsLikeAPerson({ ...list, seconds: 45 }, 1)),
		intervalRow('As Fast as the Service Allows', await intervalsAsFastAsAllowed(list, 1)),
		intervalRow('HTTP Request node with Batching', await intervalsBatchedByHand(list, 1)),
	];
}

async function main(): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios) rows.push(await row(scenario));
	const { sendImessage, lookUpNumber } = serviceOperations;
	const text = `# How processes share a rate

Written by \`npm run simulate:rates\`. Several n8n processes on one account only see each other's traffic through refusals
(429). This is a simulation with the package's own code (rate limiter, queue, retry rule) in virtual time, ${seeds} runs each. The
processes share ${senders.length} numbers (each ${sendImessage.rate.requests / sendImessage.rate.seconds} message a second, bursts of ${sendImessage.rate.burst}) or the lookups of an account (${lookUpNumber.rate.requests} in ${lookUpNumber.rate.seconds} seconds).

${numbersTable(['', 'Refusals per request', 'Time, in multiples of the limit itself', 'Lost'], rows)}

The time runs until the last number is done. "Always refused" are messages that always get 429. They are not counted.

After a refusal, a process keeps ${adaptation.decrease} of its share of the rate, and at least ${adaptation.least} of the rate. Each interval adds ${adaptation.increase} of the rate (\`nodes/shared/delivery/pace/rate-limiter.ts\`).

## Intervals

Seconds between the messages of one number, as they arrive: 500 messages over ${senders.length} numbers in virtual time.
Each column shows the worst of the ${senders.length} numbers.

${numbersTable(['', 'Mean', 'Least', 'Greatest', 'Coefficient of variation', 'Same tenth of a second twice in a row', 'Greatest autocorrelation'], await intervalRows())}

Autocorrelation: of the intervals, at every lag up to a third of them. Independent random pauses stay below about 0.3.
`;
	writeFileSync(join(__dirname, '..', 'docs', 'rates.md'), text);
	console.log(text);
}

void main();
