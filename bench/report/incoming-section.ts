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
import { goal, measuredOn, thousands, type Verdict } from './markdown';

const [ours, theirs] = incomingContenders;
const allowed = 1;
const allowedAnswerMs = 2_000;
const allowedInBurst = 1.3;

/** What a contender was measured as with each setting, in one row. */
function rowsOf<Result extends { contender: IncomingContender; settings: string }>(
	contenders: readonly IncomingContender[],
	results: Result[],
	told: (result: Result) => string[],
): string[][] {
	return contenders.map((contender) => {
		const own = results.filter((result) => result.contender === contender);
		return [contender.name, ...own.map((result) => told(result).join('\u00a0/\u00a0'))];
	});
}

function answerTold({ wallMs, cpuMs }: AnswerResult): string[] {
	return [wallMs.toFixed(0), cpuMs.toFixed(1)];
}

function burstTold({ taken, lost, twice, peakBytes, cpuMs }: BurstResult): string[] {
	const astray = eventsOfBurst - taken + lost + twice;
	return [thousands(astray), thousands(peakBytes / 1e6), cpuMs.toFixed(1)];
}

/** Whether ours keeps its goals in a burst: memory and processor time beside theirs, and nothing lost or twice. */
function burstVerdict({ bursts }: IncomingResults, named: string): Verdict {
	const [ours, theirs] = burstContenders.map((contender) =>
		bursts.find((one) => one.contender === contender && one.settings === named),
	) as [BurstResult, BurstResult];
	const { taken, lost, twice } = ours;
	const ratios = [ours.peakBytes / theirs.peakBytes, ours.cpuMs / theirs.cpuMs];
	const areAllOnce = taken === eventsOfBurst && lost === 0 && twice === 0;
	return { reached: areAllOnce && areWithin(ratios, allowedInBurst), measured: measuredAs(named, ratios) };
}

function answerVerdict({ answers }: IncomingResults, named: string): Verdict {
	const of = (contender: IncomingContender) =>
		answers.find((one) => one.contender === contender && one.settings === named) as AnswerResult;
	const ratios = [of(ours).wallMs / of(theirs).wallMs, of(ours).cpuMs / of(theirs).cpuMs];
	return { reached: areWithin(ratios, allowed), measured: measuredAs(named, ratios) };
}

function minuteVerdict({ settings: named, taken, lost, twice, slowestMs }: MinuteResult): Verdict {
	return {
		reached: taken === eventsOfMinute && lost === 0 && twice === 0 && slowestMs <= allowedAnswerMs,
		measured: `${named} (${(slowestMs / 1_000).toFixed(2)} s)`,
	};
}

function areWithin(ratios: number[], most: number): boolean {
	return ratios.every((ratio) => ratio <= most);
}

function measuredAs(named: string, ratios: number[]): string {
	return `${named} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`;
}

/** The part of the report on messages that come in and are answered. */
export function incomingSection(results: IncomingResults, machine: Machine): string {
	const { answers, minutes, bursts } = results;
	const named = Object.keys(settings);
	const goals = [
		goal(
			`Time and CPU time of an answer at most those of n8n alone`,
			named.map((one) => answerVerdict(results, one)),
		),
		goal(
			`${thousands(eventsOfMinute)} messages in a minute, each taken within ${allowedAnswerMs / 1_000} s and answered once`,
			minutes.map(minuteVerdict),
		),
		goal(
			`Memory and CPU time of a burst at most ${allowedInBurst} times those of n8n's Webhook node, none lost or twice`,
			named.map((one) => burstVerdict(results, one)),
		),
	];
	return `### Messages that come in

From the webhook's request until the answer arrives: medians of ${eventsOfRound} messages, one after the other. Time / CPU time (ms).
${measuredOn(machine)}

${incomingContenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}
- Lazy expressions: \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`.

${numbersTable(['', ...named], rowsOf(incomingContenders, answers, answerTold))}

A burst of ${thousands(eventsOfBurst)} messages, ${atOnceInBurst} at any moment, each trigger in an n8n of its own: not taken, lost or twice / peak memory (MB) / CPU time
a message (ms). ${measuredOn(machine)}

${numbersTable(['', ...named], rowsOf(burstContenders, bursts, burstTold))}

${goals.join('\n')}`;
}
