import { numbersTable } from '../../scripts/markdown-table';
import { incomingContenders, type IncomingContender } from '../contenders';
import {
	eventsOfMinute,
	eventsOfRound,
	settings,
	type AnswerResult,
	type IncomingResults,
	type MinuteResult,
} from '../incoming';
import type { Machine } from '../support/machine';
import { measuredOn, thousands, verdict } from './markdown';

const [ours, theirs] = incomingContenders;
const allowed = 1;
const allowedAnswerMs = 2_000;

function answerRow({ contender, settings: named, wallMs, cpuMs }: AnswerResult): string[] {
	return [`${contender.name}; ${named}`, wallMs.toFixed(0), cpuMs.toFixed(1)];
}

function minuteRow(result: MinuteResult): string[] {
	const { contender, settings: named, taken, lost, twice, medianMs, slowestMs, seconds, cpuMs } = result;
	return [
		`${contender.name}; ${named}`,
		...[taken, lost, twice, medianMs, slowestMs].map(thousands),
		seconds.toFixed(1),
		cpuMs.toFixed(1),
	];
}

function answerGoal({ answers }: IncomingResults, named: string): string {
	const of = (contender: IncomingContender) =>
		answers.find((one) => one.contender === contender && one.settings === named) as AnswerResult;
	const [time, cpu] = [of(ours).wallMs / of(theirs).wallMs, of(ours).cpuMs / of(theirs).cpuMs];
	return verdict(
		`${ours.name}, ${named}: at most ${allowed.toFixed(1)} times the time and CPU time of n8n's own nodes`,
		time <= allowed && cpu <= allowed,
		`${time.toFixed(2)} and ${cpu.toFixed(2)}`,
	);
}

function minuteGoal({ settings: named, taken, lost, twice, slowestMs }: MinuteResult): string {
	return verdict(
		`${ours.name}, ${named}: ${thousands(eventsOfMinute)} events all taken within ${allowedAnswerMs / 1_000} s, and answered once`,
		taken === eventsOfMinute && lost === 0 && twice === 0 && slowestMs <= allowedAnswerMs,
		`${thousands(taken)} taken, the slowest after ${(slowestMs / 1_000).toFixed(1)} s, ${lost} lost, ${twice} twice`,
	);
}

/** The part of the report on messages that come in and are answered. */
export function incomingSection(results: IncomingResults, machine: Machine): string {
	const { answers, minutes } = results;
	const named = Object.keys(settings);
	const goals = [...named.map((one) => answerGoal(results, one)), ...minutes.map(minuteGoal)];
	return `## Messages that come in

From the webhook's request until the answer arrives at the simulator, in an n8n that saves each execution. Median of
rounds of ${eventsOfRound} messages, one after the other. CPU time covers the whole n8n process. ${measuredOn(machine)}

${incomingContenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}
- Lazy expressions: \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`. Otherwise, n8n sets up an engine for expressions for each webhook of a node
  that is not its own.

${numbersTable(['', 'Time per message (ms)', 'CPU time per message (ms)'], answers.map(answerRow))}

${thousands(eventsOfMinute)} messages in a minute, evenly. When n8n is too busy to ask its database, it answers 503 and takes nothing:

${numbersTable(
	[
		'',
		'Taken (200)',
		'Lost',
		'Answered twice or more',
		'200 after, median (ms)',
		'200 after, slowest (ms)',
		'Last answer after (s)',
		'CPU time per message (ms)',
	],
	minutes.map(minuteRow),
)}

${goals.join('\n')}`;
}
