import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { asked, person } from './asked';
import { useMessageHosts, type MessageHost } from './message-host';
import { credential, leased, sentElsewhere, simulator } from './simulated';
import { waitingServer } from './waiting-server';

const from = leased.imessage;

/** A chat of a person with our number, in which questions are asked, and triggers that answer them. */
export function useChat() {
	const hostOf = useMessageHosts();
	const { now } = Date;
	let aheadMs = 0;
	const passes = (ms: number) => {
		aheadMs += ms;
	};
	let server: Awaited<ReturnType<typeof waitingServer>>;
	beforeEach(async () => {
		Date.now = () => now() + aheadMs;
		simulator().set({ sendRate: false });
		server = await waitingServer();
	});
	afterEach(() => {
		Date.now = now;
		server.stop();
	});
	return {
		/** Lets time pass. */
		passes,
		server: () => server,
		/** A trigger that answers open questions, to which the simulator sends its events. */
		async listening(parameters: INodeParameters = {}, token = demoToken): Promise<MessageHost> {
			const options = { answerOpenQuestions: true, ...(parameters.options as object) };
			const account = { ...credential(token), webhookSecret: demoWebhookSecret };
			const host = await hostOf({ ...parameters, options }, { credential: account });
			simulator().set({ webhookUrl: host.url });
			return host;
		},
		/** Asks the person, and gives the link. */
		async ask(parameters: INodeParameters = {}): Promise<string> {
			return server.serve(await asked({ from, ...parameters }));
		},
		/** Writes as the person, who writes one message a second, and gives the items that the trigger has brought since it listens. */
		async write(host: MessageHost, text: string, other: { from?: string } = {}): Promise<IDataObject[]> {
			passes(1_000);
			simulator().write({ from: person, to: from, text, ...other });
			await simulator().webhook.settled();
			expect(simulator().events.at(-1)?.answers.at(-1)).toMatchObject({ status: 200 });
			return await host.json();
		},
		/** Writes something else from our number. */
		sendElse: async (message: string) => await sentElsewhere({ to: person, message }),
	};
}
