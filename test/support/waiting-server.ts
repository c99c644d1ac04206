import type { IncomingMessage } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import { lastLink, type asked, type LinkAnswer } from './asked';
import { waiting } from './engine';
import { serve } from './serve';

type Asked = Awaited<ReturnType<typeof asked>>;

interface Posted {
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** Serves the links of waiting executions as n8n does: an execution that has gone on has nothing to answer any more. */
export async function waitingServer() {
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
		if (server.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, server.latencyMs));
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
		/** How long an answer takes, in milliseconds. */
		latencyMs: 0,
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
