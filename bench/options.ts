import { parseArgs } from 'node:util';
import { ClearProblem } from '../e2e/n8n/clear-problem';

const parts = ['rates', 'overhead', 'incoming'] as const;
const usualNumbers = '1,100,1000,5000,20000';

/** What was asked for on the command line. */
export interface BenchOptions {
	parts: ReadonlyArray<(typeof parts)[number]>;
	/** Numbers of items of the overhead. */
	numbersOfItems: number[];
	/** Whether this is the whole benchmark as it comes, whose results stand in docs/. */
	whole: boolean;
}

const usage = `npm run bench -- [parts] [--n NUMBERS]

  parts        ${parts.join(', ')}; all of them unless named
  --n NUMBERS  numbers of items of the overhead (${usualNumbers})

Prints what it measured. The whole benchmark also writes it to docs/evidence.md.`;

function commandLine(args: string[]) {
	const options = { n: { type: 'string', default: usualNumbers } } as const;
	try {
		return parseArgs({ args, allowPositionals: true, options });
	} catch {
		throw new ClearProblem(usage);
	}
}

/** Reads the command line; a {@link ClearProblem} with the usage for what makes no sense, and for `--help`. */
export function benchOptions(args: string[]): BenchOptions {
	const { values, positionals } = commandLine(args);
	const numbersOfItems = values.n.split(',').map(Number);
	const areParts = positionals.every((name) => parts.some((part) => part === name));
	if (!areParts || !numbersOfItems.every((items) => Number.isInteger(items) && items > 0)) {
		throw new ClearProblem(usage);
	}
	return {
		parts: parts.filter((part) => positionals.length === 0 || positionals.includes(part)),
		numbersOfItems,
		whole: args.length === 0,
	};
}
