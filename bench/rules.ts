import { idealSendSeconds } from '../e2e/measures/ideal-time';
import { senders } from '../e2e/measures/senders';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { rulesContenders, type Contender } from './contenders';
import type { Lab, Run } from './support/lab';
import type { TimeLimit } from './support/time-limit';

/** How many messages are to be sent. */
export const messageCount = 300;

/** What became of the messages of one contender. */
export interface RulesResult {
	contender: string;
	/** Requests that the service saw. */
	requests: number;
	/** Recipients that got their message. */
	accepted: number;
	/** Requests that the service refused. */
	rejected: number;
	/** Recipients that got it more than once. */
	twice: number;
	/** Messages beyond the first to the same recipient. */
	tooMany: number;
	/** Whether the workflow got past the node. */
	succeeded: boolean;
	/** Seconds from the beginning until the last message was accepted. */
	seconds: number;
	/** Messages that the busiest sender was to send. */
	largestShare: number;
	/** Seconds that nobody can beat: an even share without the burst that goes at once. */
	idealSeconds: number;
	/** The seconds that its own largest share takes at least. */
	shareSeconds: number;
}

function largestShare({ requests }: Simulator): number {
	const senderOf = new Map<string, string>();
	for (const { body } of requests) {
		const { to, from } = body as { to: string; from: string };
		senderOf.set(to, from);
	}
	const shares = new Map<string, number>();
	for (const sender of senderOf.values()) shares.set(sender, (shares.get(sender) ?? 0) + 1);
	return Math.max(0, ...shares.values());
}

function result({ name }: Contender, simulator: Simulator, { begunAt, measurement, log }: Run): RulesResult {
	if (begunAt === undefined) throw new Error(`${name} did not begin:\n${log}`);
	const messages = new Map<string, number[]>();
	for (const { to, at } of simulator.outbox) {
		messages.set(to, [...(messages.get(to) ?? []), (at - begunAt) / 1_000]);
	}
	const share = largestShare(simulator);
	return {
		contender: name,
		requests: simulator.requests.length,
		accepted: messages.size,
		rejected: simulator.requests.filter(({ answeredStatus }) => (answeredStatus ?? 0) >= 400).length,
		twice: [...messages.values()].filter((times) => times.length > 1).length,
		tooMany: simulator.outbox.length - messages.size,
		succeeded: measurement !== undefined,
		seconds: Math.max(0, ...[...messages.values()].flat()),
		largestShare: share,
		idealSeconds: idealSendSeconds(messageCount, senders.length),
		shareSeconds: idealSendSeconds(share, 1),
	};
}

/** Sends the messages with each contender, to a simulator that enforces the rate of every number. */
export async function measureRules(lab: Lab, limit: TimeLimit): Promise<RulesResult[]> {
	const results: RulesResult[] = [];
	for (const contender of Object.values(rulesContenders) as Contender[]) {
		limit.check();
		const simulator = await startSimulator({ port: lab.port });
		try {
			const run = await lab.run(contender, { items: messageCount });
			results.push(result(contender, simulator, run));
		} finally {
			await simulator.stop();
		}
		const { accepted, rejected, seconds } = results.at(-1) as RulesResult;
		console.log(
			`  ${contender.name}: ${accepted} accepted, ${rejected} rejected, last after ${seconds.toFixed(1)} s`,
		);
	}
	return results;
}
