import { parseArgs } from 'node:util';
import { ClearProblem } from '../e2e/n8n/clear-problem';

const parts = ['rules', 'overhead', 'processes', 'incoming'] as const;

/** A part of the benchmark. */
export type Part = (typeof parts)[number];

/** What was asked for on the command line. */
export interface BenchOptions {
	parts: readonly Part[];
	/** Numbers of items of the overhead. */
	numbersOfItems: number[];
	/** Rounds of the overhead; the usual ones if undefined. */
	rounds: number | undefined;
	/** The most minutes that everything together may take. */
	minutes: number;
	/** Whether this is the whole benchmark as it comes, whose results stand in docs/. */
	whole: boolean;
}

export const usage = `npm run bench -- [parts] [options]

  parts             ${parts.join(', ')}; all of them unless named
  --n NUMBERS       numbers of items of the overhead (1,100,1000,5000,20000)
  --rounds NUMBER   rounds of the overhead (2, and 1 above 5,000 items)
  --minutes NUMBER  how long everything may take (60)
  --help            show this

The whole benchmark writes docs/benchmark.md; a part or other numbers write .cache/bench/ instead.`;

function positive(option: string, text: string): number {
	if (/^[1-9]\d*$/.test(text)) return Number(text);
	throw new ClearProblem(`--${option} takes whole numbers from 1, not "${text}".`);
}

function commandLine(args: string[]) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				n: { type: 'string', default: '1,100,1000,5000,20000' },
				rounds: { type: 'string' },
				minutes: { type: 'string', default: '60' },
				help: { type: 'boolean', default: false },
			},
		});
	} catch (error) {
		throw new ClearProblem(`${(error as Error).message}\n\n${usage}`);
	}
}

/** Reads the command line; undefined for `--help`, {@link ClearProblem} for what makes no sense. */
export function benchOptions(args: string[]): BenchOptions | undefined {
	const { values, positionals } = commandLine(args);
	if (values.help) return undefined;
	const unknown = positionals.find((name) => !parts.some((part) => part === name));
	if (unknown !== undefined) throw new ClearProblem(`There is no part "${unknown}".\n\n${usage}`);
	return {
		parts: parts.filter((part) => positionals.length === 0 || positionals.includes(part)),
		numbersOfItems: values.n.split(',').map((number) => positive('n', number)),
		rounds: values.rounds === undefined ? undefined : positive('rounds', values.rounds),
		minutes: positive('minutes', values.minutes),
		whole: args.every((arg, index) => arg === '--minutes' || args[index - 1] === '--minutes'),
	};
}
