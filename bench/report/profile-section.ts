import type { ProfileResult } from '../profile';
import { numbersTable, table } from '../../scripts/markdown-table';

/** What takes less than this of an item, in milliseconds, goes into one row. */
const leastMs = 0.03;
const leastOwnMs = 0.002;

function purposes(results: ProfileResult[]): string {
	const all = [...new Set(results.flatMap(({ byPurpose }) => Object.keys(byPurpose)))];
	const most = (purpose: string) => Math.max(...results.map(({ byPurpose }) => byPurpose[purpose] ?? 0));
	const shown = all
		.filter((purpose) => most(purpose) >= leastMs)
		.sort((one, other) => most(other) - most(one));
	const sum = (values: number[]) => values.reduce((total, value) => total + value, 0).toFixed(2);
	const rest = ({ byPurpose }: ProfileResult) =>
		Object.entries(byPurpose).flatMap(([purpose, ms]) => (shown.includes(purpose) ? [] : [ms]));
	return numbersTable(
		['Milliseconds an item', ...results.map(({ contender }) => contender)],
		[
			...shown.map((purpose) => [
				purpose,
				...results.map(({ byPurpose }) => (byPurpose[purpose] ?? 0).toFixed(2)),
			]),
			['Everything else', ...results.map((result) => sum(rest(result)))],
			['Together', ...results.map(({ byPurpose }) => sum(Object.values(byPurpose)))],
		],
	);
}

function evaluations(results: ProfileResult[]): string {
	const rows = results.flatMap(({ contender, evaluations: counted }) =>
		counted
			.filter(({ perItem }) => perItem >= 0.5)
			.map(({ expression, asker, perItem }) => [
				contender,
				`\`${expression}\``,
				asker,
				String(Math.round(perItem * 100) / 100),
			]),
	);
	return table(['', 'Expression', 'Evaluated for', 'Times an item'], rows);
}

function ownFunctions({ ownFunctions: functions }: ProfileResult): string {
	const rows = Object.entries(functions)
		.filter(([, ms]) => ms >= leastOwnMs)
		.sort(([, one], [, other]) => other - one)
		.map(([name, ms]) => [`\`${name}\``, (ms * 1_000).toFixed(0)]);
	return numbersTable(['Function', 'Microseconds an item'], rows);
}

/** The part of the report on whose the processor time is. */
export function profileSection(results: ProfileResult[]): string {
	const [messaging] = results;
	if (!messaging) return '';
	return `## Where the time goes

A CPU profile of 1,000 items each. Evaluating an expression counts for whoever had it evaluated, functions of Node for
whoever called them, everything else for the npm package that it stands in. Idle time is left out, and the profiler's
own cost is in.

${purposes(results)}

How often each expression is evaluated, counted:

${evaluations(results)}

What this package's own functions take, with the functions of Node that they call (hashing, JSON):

${ownFunctions(messaging)}`;
}
