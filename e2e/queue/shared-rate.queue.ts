import type { IDataObject } from 'n8n-workflow';
import { idealSendSeconds } from '../measures/ideal-time';
import { senders } from '../measures/senders';
import { sharedOutcome } from '../measures/shared-outcome';
import { jsonOf } from '../n8n/n8n-executions';
import { counted } from '../support/reached';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { publishedWithItems, underTest } from '../support/test-workflow';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator({ sendRate: true });
const workers = useWorkers();

/**
 * What two workers may take of the time that the service's rate alone takes. How they find their shares is a matter of
 * chance: this is a little above the slowest of the simulated runs (docs/evidence.md).
 */
const allowedOfIdeal = 1.35;

function messages(name: string): IDataObject[] {
	return Array.from({ length: 150 }, (_, index) => ({
		to: `${name}-${String(index)}@example.com`,
		from: senders[index % senders.length],
	}));
}

test('two executions on two workers, 150 messages each over the same five numbers: all accepted, none twice, in 1.35 of the ideal time (section 8)', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const workflow = await publishedWithItems(
		n8n,
		credential,
		'phoneServiceMessaging',
		{ operation: 'sendImessage', to: '={{ $json.to }}', from: '={{ $json.from }}', message: 'Hello' },
		{ onError: 'continueRegularOutput' },
	);
	const lists = [messages('first'), messages('second')];
	const executions = await workers.endedOnBoth(
		n8n,
		await workflow.callAtOnce(lists.map((items) => ({ items }))),
	);
	const statuses = executions.flatMap((execution) =>
		jsonOf(execution, underTest).map(({ status }) => status),
	);
	expect(statuses).toEqual(Array(300).fill('accepted'));
	const accepted = simulator().outbox.map(({ to, at }) => ({ what: to, at }));
	const outcome = sharedOutcome(300, simulator().requests, accepted);
	counted('two workers share five numbers', outcome);
	expect(outcome).toMatchObject({ accepted: 300, lost: 0, twice: 0 });
	expect(outcome.refused / 300).toBeLessThanOrEqual(0.3);
	expect(outcome.seconds).toBeLessThanOrEqual(allowedOfIdeal * idealSendSeconds(300, senders.length));
});
