import type { INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import { senders } from '../measures/senders';
import type { ListSettings } from '../support/list-workflow';
import { MessageList } from '../support/message-list';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential } from '../support/simulated-service';

/** Stores and publishes a list at the rate of this round, over five numbers. */
type Publish = (settings: Partial<ListSettings>) => Promise<MessageList>;

const rates: Array<[string, INodeParameters]> = [
	['without rates', { messagesPerSecond: 0 }],
	['at the default rates', { messagesPerSecond: 1 }],
];

const milliseconds = 360_000;

/**
 * A test with lists on two workers, which chance may decide. It runs once without rates; with PHONE_SERVICE_ROUNDS=5,
 * five times without rates and five times at the default rates.
 */
export function testInRounds(
	simulator: () => Simulator,
	name: string,
	work: (publish: Publish) => Promise<void>,
): void {
	const rounds = Number(process.env.PHONE_SERVICE_ROUNDS ?? 0);
	const inRound = (options: INodeParameters) => async () => {
		const n8n = sharedN8n();
		const credential = await serviceCredential(n8n, simulator().url);
		await work(async (settings) => {
			const all = { ...settings, options: { ...options, ...settings.options }, from: senders.join(', ') };
			return await MessageList.published(n8n, simulator, credential, { text: name, ...all });
		});
	};
	if (rounds === 0) test(name, inRound({ messagesPerSecond: 0 }), milliseconds);
	for (let round = 1; round <= rounds; round += 1) {
		for (const [rate, options] of rates) {
			test(`${name} (round ${String(round)}, ${rate})`, inRound(options), milliseconds);
		}
	}
}
