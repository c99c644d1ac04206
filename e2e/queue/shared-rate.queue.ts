import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { idealLookupSeconds, idealSendSeconds } from '../measures/ideal-time';
import { senders } from '../measures/senders';
import { sharedOutcome } from '../measures/shared-outcome';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { publishedWithItems, underTest } from '../support/test-workflow';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator({ sendRate: true, lookupRate: true });
const workers = useWorkers();

const minutes = 60_000;

/**
 * What two workers may take of the time that the service's rate alone takes. How they find their shares is a matter of
 * chance: this is a little above the slowest of the simulated runs (docs/evidence.md).
 */
const allowedOfIdeal = { messages: 1.35, lookups: 1.15 };

type TwoLists = [IDataObject[], IDataObject[]];

/** Has both workers run the node at the same time, each over one of the lists, and waits for both. */
async function runOnBoth(type: string, parameters: INodeParameters, lists: TwoLists): Promise<Execution[]> {
	const credential = await serviceCredential(n8n, simulator().url);
	const workflow = await publishedWithItems(n8n, credential, type, parameters, {
		onError: 'continueRegularOutput',
	});
	const ids = [await workflow.call({ items: lists[0] }), await workflow.call({ items: lists[1] })];
	return await workers.endedOnBoth(n8n, ids, 8 * minutes);
}

/** How two executions went, by what the service accepted of them (what, when) and what came out of them. */
function measured(accepted: Array<{ what: string; at: number }>, executions: Execution[], asked: number) {
	const outcome = sharedOutcome(asked, simulator().requests, accepted);
	const failed = executions
		.flatMap((execution) => jsonOf(execution, underTest))
		.filter(({ status = 'accepted', error }) => status !== 'accepted' || error !== undefined);
	const all = { ...outcome, failed: failed.length, refusedForEach: outcome.refused / asked };
	process.stdout.write(`${JSON.stringify(all)}\n`);
	return all;
}

describe('two executions on two workers share one account (section 8)', () => {
	test(
		'150 messages each over the same five numbers: all accepted, none twice, in 1.35 of the ideal time',
		async () => {
			const messages = (name: string): IDataObject[] =>
				Array.from({ length: 150 }, (_, index) => ({
					to: `${name}-${String(index)}@example.com`,
					from: senders[index % senders.length],
				}));

			const executions = await runOnBoth(
				'phoneServiceMessaging',
				{ operation: 'sendImessage', to: '={{ $json.to }}', from: '={{ $json.from }}', message: 'Hello' },
				[messages('first'), messages('second')],
			);
			const accepted = simulator().outbox.map(({ to, at }) => ({ what: to, at }));
			const outcome = measured(accepted, executions, 300);
			expect(outcome).toMatchObject({ accepted: 300, lost: 0, twice: 0, failed: 0 });
			expect(outcome.refusedForEach).toBeLessThanOrEqual(0.3);
			expect(outcome.seconds).toBeLessThanOrEqual(
				allowedOfIdeal.messages * idealSendSeconds(300, senders.length),
			);
		},
		4 * minutes,
	);

	test(
		'12 lookups each: all answered, in 1.15 of the ideal time',
		async () => {
			const lookups = (first: number): IDataObject[] =>
				Array.from({ length: 12 }, (_, index) => ({ number: `+120255501${String(first + index)}` }));

			const executions = await runOnBoth(
				'phoneServiceIntelligence',
				{ operation: 'lookUpNumber', number: '={{ $json.number }}' },
				[lookups(60), lookups(72)],
			);
			const accepted = simulator().lookups.map(({ record, at }) => ({ what: record.number, at }));
			const outcome = measured(accepted, executions, 24);
			expect(outcome).toMatchObject({ accepted: 24, lost: 0, twice: 0, failed: 0 });
			expect(outcome.seconds).toBeLessThanOrEqual(allowedOfIdeal.lookups * idealLookupSeconds(24));
		},
		8 * minutes,
	);
});
