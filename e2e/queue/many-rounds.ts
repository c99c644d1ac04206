import type { Simulator } from '../../simulator/simulator';
import { senders } from '../../bench/measures';
import type { ListSettings } from '../support/list-workflow';
import { MessageList } from '../support/message-list';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential } from '../support/simulated-service';

/** Stores and publishes a list at the rate of this round, over five numbers. */
type Publish = (settings: Partial<ListSettings>) => Promise<MessageList>;

const milliseconds = 360_000;
const rounds = Array.from({ length: Number(process.env.PHONE_SERVICE_ROUNDS ?? 0) }, (_, index) => [
	[` (round ${String(index + 1)}, without rates)`, 0] as const,
	[` (round ${String(index + 1)}, at the default rates)`, 1] as const,
]).flat();

/**
 * A test with lists on two workers, which chance may decide. It runs once without rates; with PHONE_SERVICE_ROUNDS=5,
 * five times without rates and five times at the default rates.
 */
export function testInRounds(
	simulator: () => Simulator,
	name: string,
	work: (publish: Publish) => Promise<void>,
): void {
	test.each(rounds.length > 0 ? rounds : [['', 0] as const])(
		`${name}%s`,
		async (_, messagesPerSecond) => {
			const n8n = sharedN8n();
			const credential = await serviceCredential(n8n, simulator().url);
			await work(async (settings) => {
				const options = { messagesPerSecond, ...settings.options };
				const all = { ...settings, options, from: senders.join(', ') };
				return await MessageList.published(n8n, simulator, credential, { text: name, ...all });
			});
		},
		milliseconds,
	);
}
