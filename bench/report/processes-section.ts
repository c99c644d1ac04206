import { senders } from '../../e2e/measures/senders';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { lookupContenders, rulesContenders } from '../contenders';
import { lookupsOfEach, oneProcess, sharedMessageCount, type ProcessesResult } from '../processes';
import { numbersTable } from '../../scripts/markdown-table';
import { verdict } from './markdown';

const allowedRefusals = 0.3;
const allowedOfOneProcess = 1.2;
const allowedOfIdeal = 1.1;

const { rate } = serviceOperations.lookUpNumber;

const head = [
	'',
	'Accepted',
	'Lost',
	'Sent twice or more',
	'Refused (429)',
	'Refusals each',
	'Last after (s)',
];

function row({ contender, where, asked, ...outcome }: ProcessesResult): string[] {
	const { accepted, lost, twice, refused, seconds } = outcome;
	const counts = [accepted, lost, twice, refused].map(String);
	return [`${contender}, ${where}`, ...counts, (refused / asked).toFixed(2), seconds.toFixed(1)];
}

function messageGoal(result: ProcessesResult, alone: ProcessesResult | undefined): string[] {
	if (!alone || result === alone) return [];
	const { contender, where, asked, lost, twice, refused, seconds } = result;
	const ratio = seconds / alone.seconds;
	return [
		verdict(
			`${contender}, ${where}: none lost or twice, at most ${allowedRefusals} refusals each and ${allowedOfOneProcess} times the time of one`,
			lost === 0 && twice === 0 && refused / asked <= allowedRefusals && ratio <= allowedOfOneProcess,
			`${ratio.toFixed(2)} times`,
		),
	];
}

function lookupGoal(result: ProcessesResult): string {
	const { contender, where, lost, seconds, idealSeconds } = result;
	const ratio = seconds / idealSeconds;
	return verdict(
		`${contender}, ${where}: all lookups answered, in at most ${allowedOfIdeal} times the ideal time`,
		lost === 0 && ratio <= allowedOfIdeal,
		`${seconds.toFixed(1)} s for ${idealSeconds} s (${ratio.toFixed(2)})`,
	);
}

/** The part of the report on several processes that share an account. */
export function processesSection(results: ProcessesResult[]): string {
	if (results.length === 0) return '';
	const messages = results.filter(({ what }) => what === 'messages');
	const lookups = results.filter(({ what }) => what === 'lookups');
	const ofMessaging = messages.filter(({ contender }) => contender === rulesContenders.spreadEvenly.name);
	const alone = ofMessaging.find(({ where }) => where === oneProcess);
	const ofIntelligence = lookups.filter(({ contender }) => contender === lookupContenders.intelligence.name);
	return `## Several processes, one account

The same ${sharedMessageCount} messages over the same ${senders.length} numbers, divided among processes: each an \`n8n execute\` with its own database, or a
worker of queue mode. The time runs from the first request to the last accepted one.

${numbersTable(head, messages.map(row))}

Two executions of ${lookupsOfEach} lookups each on two workers, at the same time. The service allows ${rate.requests} in ${rate.seconds} seconds.

${numbersTable(head, lookups.map(row))}

${[...ofMessaging.flatMap((result) => messageGoal(result, alone)), ...ofIntelligence.map(lookupGoal)].join('\n')}

See also the [simulation](rates.md).`;
}
