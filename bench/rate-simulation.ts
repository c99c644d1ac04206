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
	autocorrelationByChance,
	greatestAutocorrelation,
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

/** What the intervals of the senders of a list are like: of each number, the worst of them. */
interface IntervalFigures {
	variation: number;
	sameTenths: number;
	autocorrelation: number;
	byChance: number;
}

async function figuresOf(senders: Intervals[]): Promise<IntervalFigures> {
	return {
		variation: Math.min(...senders.map(variation)),
		sameTenths: Math.max(...senders.map(sameTenths)),
		autocorrelation: greatestAutocorrelation(senders),
		byChance: await autocorrelationByChance(senders, 1),
	};
}

function intervalRow(name: string, senders: Intervals[], figures: IntervalFigures): string[] {
	const seconds = senders.flat().map((ms) => ms / 1000);
	return [
		name,
		(seconds.reduce((sum, value) => sum + value, 0) / seconds.length).toFixed(1),
		Math.min(...seconds).toFixed(1),
		Math.max(...seconds).toFixed(1),
		figures.variation.toFixed(2),
		String(figures.sameTenths),
		figures.autocorrelation.toFixed(2),
		figures.byChance.toFixed(2),
	];
}

const leastVariation = 0.6;

/** What a rhythm would show of Like a Person, and that there is none. */
function verdicts({ variation, sameTenths, autocorrelation, byChance }: IntervalFigures): string {
	const goals: Array<[boolean, string]> = [
		[variation >= leastVariation, `coefficient of variation at least ${leastVariation}`],
		[sameTenths === 0, 'no interval twice in a row to the tenth of a second'],
		[autocorrelation <= byChance, 'no period: no autocorrelation that chance would not show'],
	];
	return goals.map(([isMet, goal]) => `- **${isMet ? 'Reached' : 'Missed'}**: ${goal}.`).join('\n');
}

/** The section on the intervals of 500 messages over 5 numbers. */
async function intervalsSection(): Promise<string> {
	const list = { messages: 500, numbers: senders.length };
	const human = await intervalsLikeAPerson({ ...list, seconds: 45 }, 1);
	const all: Array<[string, Intervals[]]> = [
		['Like a Person', human],
		['As Fast as the Service Allows', await intervalsAsFastAsAllowed(list, 1)],
		['HTTP Request node with Batching', await intervalsBatchedByHand(list, 1)],
	];
	const rows: string[][] = [];
	for (const [name, intervals] of all) rows.push(intervalRow(name, intervals, await figuresOf(intervals)));
	const columns = [
		'',
		'Mean',
		'Least',
		'Greatest',
		'Coefficient of variation',
		'Same tenth of a second twice in a row',
		'Greatest autocorrelation',
		'The same by chance',
	];
	return `## Intervals

Seconds between the messages of one number, as they arrive: ${list.messages} messages over ${list.numbers} numbers in virtual time.
Each column shows the worst of the ${list.numbers} numbers.

${numbersTable(columns, rows)}

Like a Person:

${verdicts(await figuresOf(human))}

Autocorrelation is that of the intervals, at every lag up to a third of them. "By chance": in 95 of 100 random orders, the
same intervals have no greater one.`;
}

async function main(): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios) rows.push(await row(scenario));
	const { sendImessage, lookUpNumber } = serviceOperations;
	const text = `# How processes share a rate

Written by \`npm run simulate:rates\`. A simulation with the package's own code in virtual time, ${seeds} runs each. The
processes only see each other's traffic through refusals (429). They share ${senders.length} numbers (each ${sendImessage.rate.requests / sendImessage.rate.seconds} message a second, bursts of ${sendImessage.rate.burst}) or the lookups of an account (${lookUpNumber.rate.requests} in ${lookUpNumber.rate.seconds} seconds).

${numbersTable(['', 'Refusals per request', 'Time, in multiples of the limit itself', 'Lost'], rows)}

The time runs until the last number is done. "Always refused" messages get 429 and are not counted.

After a refusal, a process keeps ${adaptation.decrease} of its share of the rate, and at least ${adaptation.least} of the rate. Each interval adds ${adaptation.increase} of the rate (\`nodes/shared/delivery/pace/rate-limiter.ts\`).

${await intervalsSection()}
`;
	writeFileSync(join(__dirname, '..', 'docs', 'rates.md'), text);
	console.log(text);
}

void main();
