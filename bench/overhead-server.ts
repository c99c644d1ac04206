/**
 * A server that accepts every message after 20 ms: a process of its own, so that its work is not the contender's. Its
 * argument is the port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const latencyMs = 20;
const backlog = 4_096;
let requests = 0;

function envelope(): string {
	return JSON.stringify({
		id: `req_${String(requests)}`,
		timestamp: Math.floor(Date.now() / 1_000),
		api_version: 'v1.0.0',
		object: 'response',
		data: { message_id: `msg_${String(requests)}` },
	});
}

function answer(request: IncomingMessage, response: ServerResponse): void {
	request.resume();
	request.on('end', () => {
		setTimeout(() => {
			requests += 1;
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope());
		}, latencyMs);
	});
	request.on('error', () => undefined);
}

const server = createServer(answer);
server.on('connection', (socket) => {
	socket.on('error', () => undefined);
});
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog }, () =>
	process.send?.('listening'),
);
process.on('disconnect', () => process.exit());
