import type { IncomingMessage } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { asked, lastLink, person, type LinkAnswer } from './asked';
import { waiting } from './engine';
import { useMessageHosts, type MessageHost } from './message-host';
import { credential, leased, sentElsewhere, simulator } from './simulated';
import { serve } from './serve';

type Asked = Awaited<ReturnType<typeof asked>>;

interface Posted {
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** Serves the links of waiting executions as n8n does: an execution that has gone on has nothing to answer any more. */
async function waitingServer() {
	const open = new Map<string, Asked>();
	const given = new Map<string, IDataObject>();
	const usualUrl = waiting.url;

	const take = (link: string, { goesOn }: LinkAnswer) => {
		const [item] = goesOn?.workflowData?.[0] ?? [];
		if (!item) return;
		open.delete(link);
		given.set(link, item.json);
	};

	const { url, stop } = await serve(async (request, body, response) => {
		const link = new URL(String(request.url), waiting.url).href;
		server.posted.push({ url: link, headers: request.headers, body: body.toString() });
		const question = open.get(link);
		if (server.isSilent) return;
		response.setHeader('Content-Type', 'text/html');
		if (!question) return void response.end('<p>No action required</p>');
		// One at a time may answer.
		open.delete(link);
		const headers = { 'content-type': String(request.headers['content-type']) };
		const sent = await new Response(new Uint8Array(body), { headers }).formData();
		const form: IDataObject = {};
		sent.forEach((value, name) => (form[name] = String(value)));
		const answer = await question.opened({ link, form });
		open.set(link, question);
		take(link, answer);
		response.statusCode = answer.status;
		response.end(JSON.stringify(answer.goesOn?.webhookResponse ?? answer.page));
	});
	waiting.url = `${url}/webhook-waiting`;

	const server = {
		posted: [] as Posted[],
		/** Whether it answers nothing. */
		isSilent: false,
		stop: () => {
			waiting.url = usualUrl;
			stop();
		},
		/** Serves the link of a question that was asked last. Gives the link. */
		serve: (question: Asked): string => {
			open.set(lastLink(), question);
			return lastLink();
		},
		/** What was answered to the question of a link, once it was. */
		dataOf: (link: string) => given.get(link)?.data,
		press: async (link: string, form: IDataObject) => {
			take(link, (await open.get(link)?.opened({ link, form })) as LinkAnswer);
		},
	};
	return server;
}

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
		async write(
			host: MessageHost,
			text: string,
			other: { from?: string; channel?: 'imessage' | 'text' } = {},
		): Promise<IDataObject[]> {
			passes(1_000);
			const { id } = simulator().write({ from: person, to: from, text, ...other });
			await simulator().webhook.settled();
			const sent = simulator().events.find(({ event }) => event.id === id);
			expect(sent?.answers.at(-1)).toMatchObject({ status: 200 });
			return await host.json();
		},
		/** Writes something else from our number. */
		sendElse: async (message: string) => await sentElsewhere({ to: person, message }),
	};
}
