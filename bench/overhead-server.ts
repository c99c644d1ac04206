/**
 * A server that accepts every message after 20 ms and counts: a process of its own, so that its work is not the
 * contender's. Its argument is the port. Answers each message of the process that forked it with its counts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the server saw since it started. */
export interface ServerCounts {
	requests: number;
	/** Recipients that got at least one message. */
	recipients: number;
	/** The most connections open at the same moment. */
	mostConnections: number;
}

const latencyMs = 20;
const backlog = 4_096;
const recipients = new Set<string>();
let requests = 0;
let connections = 0;
let mostConnections = 0;

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
	let body = '';
	request.setEncoding('utf8').on('data', (text: string) => (body += text));
	request.on('end', () => {
		setTimeout(() => {
			requests += 1;
			recipients.add((JSON.parse(body) as { to: string }).to);
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope());
		}, latencyMs);
	});
	request.on('error', () => undefined);
}

const server = createServer(answer);
server.on('connection', (socket) => {
	connections += 1;
	mostConnections = Math.max(mostConnections, connections);
	socket.on('close', () => (connections -= 1));
	socket.on('error', () => undefined);
});
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog }, () =>
	process.send?.('listening'),
);
process.on('message', () => {
	const counts: ServerCounts = { requests, recipients: recipients.size, mostConnections };
	process.send?.(counts);
});
process.on('disconnect', () => process.exit());
