/**
 * `npm run simulate:rates`: how several processes share a rate without talking to each other, simulated with the
 * product's own code in virtual time; writes docs/rates.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { senders } from '../e2e/measures/senders';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { sharedLookups, sharedMessages } from '../nodes/shared/delivery/pace/adaptation';
import { outcomeOf, type Constants, type Outcome, type Scenario } from './rates/shared-rate';
import { numbersTable } from '../scripts/markdown-table';

const seeds = 10;

const chosen: Constants = { messages: sharedMessages, lookups: sharedLookups };

const constants: Array<[name: string, constants: Constants]> = [
	['**as built**', chosen],
	[
		'nothing is lowered',
		{ messages: { ...sharedMessages, left: 1 }, lookups: { ...sharedLookups, left: 1, gap: 0 } },
	],
	['half is left', { messages: { ...sharedMessages, left: 0.5 }, lookups: { ...sharedLookups, left: 0.5 } }],
	[
		'grows four times as fast',
		{ messages: { ...sharedMessages, growth: 0.2 }, lookups: { ...sharedLookups, growth: 0.2 } },
	],
	[
		'no chance in it',
		{
			messages: { ...sharedMessages, spread: 0, sway: 0 },
			lookups: { ...sharedLookups, spread: 0, sway: 0 },
		},
	],
];

const messages = { what: 'messages', numbers: senders.length, retryAfter: true, hopeless: 0 } as const;
const lookups = { what: 'lookups', numbers: 1, retryAfter: true, hopeless: 0 } as const;

const scenarios: Scenario[] = [
	{ ...messages, processes: 1, requests: 300 },
	{ ...messages, processes: 2, requests: 150 },
	{ ...messages, processes: 2, requests: 150, retryAfter: false },
	{ ...messages, processes: 2, requests: 300 },
	{ ...messages, processes: 3, requests: 100 },
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
		...(hopeless > 0 ? [`${hopeless} refused by itself`] : []),
		...(retryAfter ? [] : ['no `Retry-After`']),
	].join(', ');
}

function summary(outcomes: Outcome[]): string {
	const mean = (value: (outcome: Outcome) => number) =>
		outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / outcomes.length;
	const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0);
	const counted = `${mean(({ refusals }) => refusals).toFixed(2)} / ${mean(({ overIdeal }) => overIdeal).toFixed(2)}`;
	return lost > 0 ? `${counted} / ${lost} lost` : counted;
}

async function row(scenario: Scenario): Promise<string[]> {
	const cells = [described(scenario)];
	for (const [, own] of constants) {
		const outcomes: Outcome[] = [];
		for (let seed = 1; seed <= seeds; seed += 1) outcomes.push(await outcomeOf(scenario, own, seed));
		cells.push(summary(outcomes));
	}
	return cells;
}

async function main(): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios) rows.push(await row(scenario));
	const { sendImessage, lookUpNumber } = serviceOperations;
	const text = `# How processes share a rate

Written by \`npm run simulate:rates\`. Several n8n processes that use the same account learn of each other by refusals
(429) alone. Simulated with the product's own code (lanes, limits, retry rule) against the simulator's rates, in virtual
time, ${seeds} runs each with other random numbers: processes that share ${senders.length} numbers (each ${sendImessage.rate.requests / sendImessage.rate.seconds} message a second, bursts of ${sendImessage.rate.burst})
or the lookups of an account (${lookUpNumber.rate.requests} in ${lookUpNumber.rate.seconds} seconds).

In each cell: refusals a request / time for that of the limit itself, and what was lost, if anything.

${numbersTable(['', ...constants.map(([name]) => name)], rows)}

The time is that until the last of all numbers is through. "Refused by itself" are messages to recipients of whom the
service always says 429; they are not counted.

The constants stand in \`nodes/shared/delivery/pace/adaptation.ts\`: after a refusal, ${sharedMessages.left} of a number's rate
(${sharedLookups.left} of the rate of lookups) is left, and ${sharedMessages.growth} of it comes back with every interval of the limit.
`;
	writeFileSync(join(__dirname, '..', 'docs', 'rates.md'), text);
	console.log(text);
}

void main();
