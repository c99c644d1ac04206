import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const latencyMs = 20;
const backlog = 4_096;

/** A server on this port of 127.0.0.1 that accepts every message after 20 ms; gives the function that ends it. */
export async function answeringServer(port: number): Promise<() => void> {
	let requests = 0;
	const server = createServer((request, response) => {
		request.resume().once('end', async () => {
			await wait(latencyMs);
			requests += 1;
			const answer = {
				id: `req_${String(requests)}`,
				timestamp: Math.floor(Date.now() / 1_000),
				api_version: 'v1.0.0',
				object: 'response',
				data: { message_id: `msg_${String(requests)}` },
			};
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1', backlog }, resolve));
	return () => {
		server.close();
		server.closeAllConnections();
	};
}
