import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { IDataObject } from 'n8n-workflow';

import type { asked } from './asked';
import { waiting } from './engine';
import { lastLink, type LinkAnswer } from './waiting';

type Asked = Awaited<ReturnType<typeof asked>>;

/** A request for a link, as it came. */
interface Posted {
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** Serves the links of waiting executions as n8n does: an execution that has gone on has nothing to answer any more. */
export class WaitingServer {
	readonly posted: Posted[] = [];

	/** How long an answer takes, in milliseconds. */
	latencyMs = 0;

	private readonly open = new Map<string, Asked>();

	private readonly given = new Map<string, IDataObject>();

	private readonly server = createServer((request, response) => {
		void this.answer(request, response);
	});

	private readonly usualUrl = waiting.url;

	async start(): Promise<this> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		waiting.url = `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/webhook-waiting`;
		return this;
	}

	stop(): void {
		waiting.url = this.usualUrl;
		this.server.closeAllConnections();
		this.server.close();
	}

	/** Serves the link of a question that was asked last. Gives the link. */
	serve(question: Asked): string {
		const link = lastLink();
		this.open.set(link, question);
		return link;
	}

	/** What was answered to the question of a link, once it was. */
	dataOf(link: string): unknown {
		return this.given.get(link)?.data;
	}

	/** Answers on the page. */
	async press(link: string, form: IDataObject): Promise<void> {
		this.take(link, (await this.open.get(link)?.opened({ link, form })) as LinkAnswer);
	}

	private take(link: string, { goesOn }: LinkAnswer): void {
		const [item] = goesOn?.workflowData?.[0] ?? [];
		if (!item) return;
		this.open.delete(link);
		this.given.set(link, item.json);
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const bytes = await buffer(request);
		const link = new URL(String(request.url), waiting.url).href;
		this.posted.push({ url: link, headers: request.headers, body: bytes.toString() });
		const question = this.open.get(link);
		if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
		response.setHeader('Content-Type', 'text/html');
		if (!question) return void response.end('<p>No action required</p>');
		const type = String(request.headers['content-type']);
		const sent = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
		const fields: IDataObject = {};
		sent.forEach((value, name) => (fields[name] = String(value)));
		const answer = await question.opened({ link, form: fields });
		this.take(link, answer);
		response.statusCode = answer.status;
		response.end(JSON.stringify(answer.goesOn?.webhookResponse ?? answer.page));
	}
}
