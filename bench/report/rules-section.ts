import { senders } from '../../e2e/measures/senders';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { rulesContenders } from '../contenders';
import { messageCount, type RulesResult } from '../rules';
import { numbersTable } from '../../scripts/markdown-table';
import { percent, percentAbove, verdict } from './markdown';

const { spreadEvenly, alwaysSame, httpRequestBatched } = rulesContenders;
const allowedOfEvenShare = 1.05;
const allowedOfOwnShare = 1.02;

const { rate } = serviceOperations.sendImessage;

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

function complete({ contender, accepted, rejected, twice }: RulesResult): string {
	return verdict(
		`${contender}: all accepted, none rejected, none sent twice`,
		accepted === messageCount && rejected === 0 && twice === 0,
	);
}

function goals(results: RulesResult[]): string[] {
	const of = (name: string) => results.find(({ contender }) => contender === name);
	const [even, same, batched] = [spreadEvenly, alwaysSame, httpRequestBatched].map(({ name }) => of(name));
	if (!even || !same || !batched) return [];
	return [
		complete(even),
		complete(same),
		verdict(
			`${even.contender}: within ${percentAbove(allowedOfEvenShare)} of the even share less the burst`,
			even.seconds <= even.idealSeconds * allowedOfEvenShare,
			`${even.seconds.toFixed(1)} s for ${even.idealSeconds} s (${percent(even.seconds / even.idealSeconds)})`,
		),
		verdict(
			`${even.contender}: faster than the batched HTTP Request node`,
			even.seconds < batched.seconds,
			`${even.seconds.toFixed(1)} s and ${batched.seconds.toFixed(1)} s`,
		),
		verdict(
			`${same.contender}: within ${percentAbove(allowedOfOwnShare)} of its largest share`,
			same.seconds <= same.shareSeconds * allowedOfOwnShare,
			`${same.seconds.toFixed(1)} s for ${same.shareSeconds} s (${percent(same.seconds / same.shareSeconds)}); the busiest sender had ${same.largestShare} messages`,
		),
	];
}

/** The part of the report on sending under the service's rules. */
export function rulesSection(results: RulesResult[]): string {
	if (results.length === 0) return '';
	return `## Under the service's rules

${messageCount} messages over ${senders.length} leased numbers. The simulator accepts ${rate.requests / rate.seconds} message a second per number after a burst of ${rate.burst}, and
answers 429 to the rest. The ideal time is an even share of the messages minus ${rate.burst}, in seconds.

${numbersTable(
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

${Object.values(rulesContenders)
	.map(({ name, description }) => `- ${name}: ${description}.`)
	.join('\n')}

"Lost": the recipient got nothing before the execution ended. One failing recipient is enough for Retry On Fail to send all
items again, batched or not.

${goals(results).join('\n')}`;
}
