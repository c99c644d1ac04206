/**
 * `npm run simulate:rates`: how several processes share a rate without talking to each other, simulated with the
 * product's own code in virtual time; writes docs/rates.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sharedLookups, sharedMessages } from '../nodes/shared/delivery/pace/adaptation';
import { outcomeOf, type Constants, type Outcome, type Scenario } from './rates/shared-rate';
import { table } from './report/markdown';

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

const scenarios: Scenario[] = [
	...[1, 2, 3, 5].map((processes) => ({
		what: 'messages' as const,
		processes,
		requests: 60,
		retryAfter: true,
	})),
	{ what: 'messages', processes: 2, requests: 60, retryAfter: false },
	...[1, 2, 3].map((processes) => ({
		what: 'lookups' as const,
		processes,
		requests: 12,
		retryAfter: true,
	})),
	{ what: 'lookups', processes: 2, requests: 12, retryAfter: false },
];

function described({ what, processes, requests, retryAfter }: Scenario): string {
	return `${processes} × ${requests} ${what}${retryAfter ? '' : ', no `Retry-After`'}`;
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
	const text = `# How processes share a rate

Written by \`npm run simulate:rates\`. Several n8n processes that use the same account learn of each other by refusals
(429) alone. Simulated with the product's own code (lanes, limits, retry rule) against the simulator's rates, in virtual
time, ${seeds} runs each with other random numbers: processes that share one number (1 message a second, bursts of 5) or the
lookups of an account (6 in 60 seconds).

In each cell: refusals a request / time for that of the limit itself, and what was lost, if anything.

${table(['', ...constants.map(([name]) => name)], rows)}

The constants stand in \`nodes/shared/delivery/pace/adaptation.ts\`: after a refusal, ${sharedMessages.left} of the rate is
left, and ${sharedMessages.growth} of it comes back with every interval of the limit.
`;
	writeFileSync(join(__dirname, '..', 'docs', 'rates.md'), text);
	console.log(text);
}

void main();
