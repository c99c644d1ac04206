import type { Simulator } from '../../simulator/simulator';
import { senders } from '../../bench/measures';
import type { ListSettings } from '../support/list-workflow';
import { MessageList } from '../support/message-list';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential } from '../support/simulated-service';

/** Stores and publishes a list over five numbers. */
type Publish = (settings: Partial<ListSettings>) => Promise<MessageList>;

const milliseconds = 360_000;

/** A test with lists on two workers. */
export function testWithLists(
	simulator: () => Simulator,
	name: string,
	work: (publish: Publish) => Promise<void>,
): void {
	test(
		name,
		async () => {
			const n8n = sharedN8n();
			const credential = await serviceCredential(n8n, simulator().url);
			await work(async (settings) => {
				const all = { text: name, from: senders.join(', '), ...settings };
				return await MessageList.published(n8n, simulator, credential, all);
			});
		},
		milliseconds,
	);
}
