import { rulesContenders } from '../contenders';
import { messageCount, type RulesResult } from '../rules';
import { percent, table, verdict } from './markdown';

const allowed = 1.05;

function row(result: RulesResult): string[] {
	const { contender, accepted, rejected, twice, tooMany, requests, seconds, idealSeconds, succeeded } =
		result;
	return [
		contender,
		String(accepted),
		String(messageCount - accepted),
		String(rejected),
		tooMany > twice ? `${twice} (${tooMany} too many)` : String(twice),
		String(requests),
		seconds.toFixed(1),
		String(idealSeconds),
		succeeded ? 'succeeded' : 'failed',
	];
}

function goals({ accepted, rejected, twice, seconds, idealSeconds, largestShare }: RulesResult): string[] {
	return [
		verdict(
			`all ${messageCount} messages accepted, none rejected, none sent twice`,
			accepted === messageCount && rejected === 0 && twice === 0,
			`${accepted} accepted, ${rejected} rejected, ${twice} sent twice`,
		),
		verdict(
			'within 5 % of the ideal',
			seconds <= idealSeconds * allowed,
			`${seconds.toFixed(1)} s for ${idealSeconds} s (${percent(seconds / idealSeconds)}); the busiest sender had ${largestShare} messages`,
		),
	];
}

/** The part of the report on sending under the service's rules. */
export function rulesSection(results: RulesResult[]): string {
	const [messaging, ...others] = results;
	if (!messaging) return '';
	return `## Under the service's rules

${messageCount} messages over 5 leased numbers to the simulator, which takes 1 message a second of each number after a burst
of 5 and answers 429 to every other. The ideal is the number of messages of the busiest sender less 5, in seconds.

${table(
	[
		'',
		'Accepted',
		'Lost',
		'Rejected (429)',
		'Sent twice or more',
		'Requests',
		'Last accepted after (s)',
		'Ideal (s)',
		'Execution',
	],
	results.map(row),
)}

![Messages accepted over time](benchmark/rules.svg)

${Object.values(rulesContenders)
	.map(({ name, description }) => `- ${name}: ${description}.`)
	.join('\n')}

"Lost" are recipients who got nothing until the execution ended, "sent twice or more" those who got the message again
because a try began anew with all items. The batches by hand lose nothing as long as nothing else sends and nothing fails;
one failing recipient has Retry On Fail begin anew with all items there, too.

${[...goals(messaging), ...others.map(loss)].join('\n')}`;
}

function loss({ contender, accepted, rejected, twice }: RulesResult): string {
	return `- ${contender}, beside it: ${messageCount - accepted} of ${messageCount} recipients got nothing, ${twice} got the message more than once, ${rejected} requests were rejected.`;
}
