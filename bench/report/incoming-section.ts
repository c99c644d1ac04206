import { numbersTable } from '../../scripts/markdown-table';
import { burstContenders } from '../contenders';
import { atOnceInBurst, eventsOfBurst, settings, type BurstResult } from '../incoming';
import type { Machine } from '../support/machine';
import { goal, measuredOn, thousands, type Verdict } from './markdown';

const allowedInBurst = 1.3;

function burstTold({ taken, lost, twice, peakBytes, cpuMs }: BurstResult): string[] {
	const astray = eventsOfBurst - taken + lost + twice;
	return [thousands(astray), thousands(peakBytes / 1e6), cpuMs.toFixed(1)];
}

/** Whether ours keeps its goals in a burst: memory and processor time beside theirs, and nothing lost or twice. */
function burstVerdict(bursts: BurstResult[], named: string): Verdict {
	const [ours, theirs] = burstContenders.map((contender) =>
		bursts.find((one) => one.contender === contender && one.settings === named),
	) as [BurstResult, BurstResult];
	const { taken, lost, twice } = ours;
	const ratios = [ours.peakBytes / theirs.peakBytes, ours.cpuMs / theirs.cpuMs];
	const areAllOnce = taken === eventsOfBurst && lost === 0 && twice === 0;
	return {
		reached: areAllOnce && ratios.every((ratio) => ratio <= allowedInBurst),
		measured: `${named} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
	};
}

/** The part of the report on messages that come in. */
export function incomingSection(bursts: BurstResult[], machine: Machine): string {
	const named = Object.keys(settings);
	const rows = burstContenders.map((contender) => [
		contender.name,
		...bursts
			.filter((burst) => burst.contender === contender)
			.map((burst) => burstTold(burst).join('\u00a0/\u00a0')),
	]);
	const verdicts = named.map((one) => burstVerdict(bursts, one));
	return `### Messages that come in

A burst of ${thousands(eventsOfBurst)} messages, ${atOnceInBurst} at any moment, each trigger in an n8n of its own: not taken, lost or twice / peak memory (MB) / CPU time
a message (ms). Lazy expressions: \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`. ${measuredOn(machine)}

${numbersTable(['', ...named], rows)}

${goal(`Memory and CPU time of a burst at most ${allowedInBurst} times those of n8n's Webhook node, none lost or twice`, verdicts)}`;
}
