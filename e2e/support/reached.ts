import { limits } from '../../nodes/shared/send/rate-queues';
import { occurrences } from '../../test/support/occurrences';
import { runsOf, type Execution } from '../n8n/n8n-executions';
import { underTest } from './test-workflow';

/** So many people of one list. */
export function people(count: number, name = 'person'): string[] {
	return Array.from({ length: count }, (_, index) => `${name}-${String(index)}@example.com`);
}

/** A list of 60 people. */
export const recipients = people(60);

/** What became of the people of a list. */
export interface Reached {
	/** Messages that the service has accepted. */
	accepted: number;
	/** How many people got more than one. */
	twice: number;
	/** How many got none and are not told as unknown either. */
	forgotten: number;
	/** How many are told as unknown. */
	unknown: number;
}

/**
 * What became of everybody: `sentTo` are the recipients of the messages that were accepted, `told` the execution that
 * was to send what was missing, with an item for each person from one of these nodes.
 */
export function reached(
	everybody: string[],
	sentTo: string[],
	told?: Execution,
	nodes = [underTest],
): Reached {
	const messages = occurrences(sentTo);
	const runs = told ? nodes.flatMap((node) => runsOf(told, node)) : [];
	const unknown = runs
		.flatMap(({ data }) => [data?.main, data?.ai_tool].flat(2))
		.map((item) => JSON.stringify(item?.json ?? {}))
		.filter((item) => item.includes('"unknown"'));
	const isTold = (to: string) => unknown.some((item) => item.includes(`"${to}"`));
	return {
		accepted: sentTo.length,
		twice: everybody.filter((to) => (messages[to] ?? 0) > 1).length,
		forgotten: everybody.filter((to) => !messages[to] && !isTold(to)).length,
		unknown: unknown.length,
	};
}

/** Everybody has got the message once or is told as unknown: as many as were under way, and as many just accepted. */
export function expectTheRestWasSent(outcome: Reached): void {
	expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
	expect(outcome.unknown).toBeLessThanOrEqual(2 * limits.requestsAtOnce);
}
