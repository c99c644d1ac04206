import type { ServerResponse } from 'node:http';
import { serve } from '../../test/support/serve';
import { until } from '../../scripts/n8n/until';

/** A server of events (SSE), for one listener at a time. */
export async function eventStream() {
	let listener: ServerResponse | undefined;
	const { url } = await serve(async (_, __, response) => {
		listener = await Promise.resolve(response);
		listener.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
	});
	/** Emits events in one packet. */
	const emit = async (events: object[]) => {
		const connected = await until(() => listener);
		connected.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
	};
	return { url, emit };
}
