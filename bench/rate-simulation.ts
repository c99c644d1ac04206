/**
 * `npm run simulate:rates`: how several processes share a rate without talking to each other, simulated with the
 * product's own code in virtual time; writes docs/rates.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { senders } from '../e2e/measures/senders';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { adaptation } from '../nodes/shared/delivery/pace/rate-limiter';
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
`;
	writeFileSync(join(__dirname, '..', 'docs', 'rates.md'), text);
	console.log(text);
}

void main();
