import { numbersTable } from '../../scripts/markdown-table';
import { burstContenders, incomingContenders, type IncomingContender } from '../contenders';
import {
	atOnceInBurst,
	eventsOfBurst,
	eventsOfMinute,
	eventsOfRound,
	settings,
	type AnswerResult,
	type BurstResult,
	type IncomingResults,
	type MinuteResult,
} from '../incoming';
import type { Machine } from '../support/machine';
import { measuredOn, thousands, verdict } from './markdown';

const [ours, theirs] = incomingContenders;
const allowed = 1;
const allowedAnswerMs = 2_000;
const allowedInBurst = 1.3;

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

function burstRow({
	contender,
	settings: named,
	taken,
	lost,
	twice,
	peakBytes,
	cpuMs,
}: BurstResult): string[] {
	const megabytes = Math.round(peakBytes / 1e6);
	return [`${contender.name}; ${named}`, ...[taken, lost, twice, megabytes].map(thousands), cpuMs.toFixed(1)];
}

function burstGoals({ bursts }: IncomingResults, named: string): string[] {
	const [ours, theirs] = burstContenders.map((contender) =>
		bursts.find((one) => one.contender === contender && one.settings === named),
	) as [BurstResult, BurstResult];
	const { contender, taken, lost, twice } = ours;
	const [memory, cpu] = [ours.peakBytes / theirs.peakBytes, ours.cpuMs / theirs.cpuMs];
	const most = allowedInBurst.toFixed(1);
	return [
		verdict(
			`${contender.name}, ${named}: a burst of ${thousands(eventsOfBurst)} events takes at most ${most} times the memory and CPU time of n8n's Webhook node`,
			memory <= allowedInBurst && cpu <= allowedInBurst,
			`${memory.toFixed(2)} and ${cpu.toFixed(2)}`,
		),
		verdict(
			`${contender.name}, ${named}: none of the burst is lost or comes twice`,
			taken === eventsOfBurst && lost === 0 && twice === 0,
			`${thousands(taken)} taken, ${lost} lost, ${twice} twice`,
		),
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
	const { answers, minutes, bursts } = results;
	const named = Object.keys(settings);
	const goals = [
		...named.map((one) => answerGoal(results, one)),
		...minutes.map(minuteGoal),
		...named.flatMap((one) => burstGoals(results, one)),
	];
	return `### Messages that come in

From the webhook's request until the answer arrives at the simulator. Median of rounds of ${eventsOfRound} messages, one after
the other. ${measuredOn(machine)}

${incomingContenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}
- Lazy expressions: \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`.

${numbersTable(['', 'Time per message (ms)', 'CPU time per message (ms)'], answers.map(answerRow))}

${thousands(eventsOfMinute)} messages in a minute, evenly:

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

A burst of ${thousands(eventsOfBurst)} messages, ${atOnceInBurst} at any moment, each trigger in an n8n of its own. ${measuredOn(machine)}

${numbersTable(
	['', 'Taken (200)', 'Lost', 'Twice or more', 'Peak memory (MB)', 'CPU time per message (ms)'],
	bursts.map(burstRow),
)}

${goals.join('\n')}`;
}
