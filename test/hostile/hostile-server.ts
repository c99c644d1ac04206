import net, { type AddressInfo, type Socket } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';

import { isEncoded } from '../../nodes/shared/service/request-options';
import { closeAfterTests } from '../support/close-after-tests';

export interface Asked {
	method: string;
	/** Percent-encoding taken out, where it can be. */
	path: string;
	/** A header by its name in small letters; empty where there is none. */
	header: (name: string) => string;
}

/** What a server does with a request: writes what it likes, when it likes, to the connection. */
export type Behaviour = (socket: Socket, asked: Asked) => void;

function parsedRequest(received: string): Asked | undefined {
	const end = received.indexOf('\r\n\r\n');
	if (end === -1) return undefined;
	const [start = '', ...headers] = received.slice(0, end).split('\r\n');
	const header = (name: string) =>
		headers
			.find((line) => line.toLowerCase().startsWith(`${name}:`))
			?.slice(name.length + 1)
			.trim() ?? '';
	if (received.length - end - 4 < Number(header('content-length') || 0)) return undefined;
	const [method = '', target = ''] = start.split(' ');
	const [path = ''] = target.split('?');
	return {
		method,
		path: isEncoded(path) ? decodeURIComponent(path) : path,
		header,
	};
}

interface ServerOptions {
	/** Key and certificate of a server that speaks TLS. */
	secure?: TlsOptions;
	/** What it does with each connection before anything is said. */
	greet?: (socket: Socket) => void;
}

/** A server on a free port of 127.0.0.1 that knows no HTTP but what its behaviour writes. It stops after the tests of a file. */
export class HostileServer {
	readonly asked: Asked[] = [];

	private readonly sockets = new Set<Socket>();

	private constructor(
		private readonly server: net.Server,
		public behaviour: Behaviour,
		private readonly greet: (socket: Socket) => void,
	) {
		server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket: Socket) =>
			this.listen(socket),
		);
	}

	static async start(
		behaviour: Behaviour,
		{ secure, greet = () => {} }: ServerOptions = {},
	): Promise<HostileServer> {
		const server = secure ? tls.createServer(secure) : net.createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const started = new HostileServer(server, behaviour, greet);
		closeAfterTests(async () => await started.stop());
		return started;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://127.0.0.1:${String(this.port)}`;
	}

	async stop(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private listen(socket: Socket): void {
		this.sockets.add(socket);
		socket.on('close', () => this.sockets.delete(socket));
		socket.on('error', () => socket.destroy());
		this.greet(socket);
		let received = '';
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			const asked = parsedRequest(received);
			if (!asked) return;
			received = '';
			this.asked.push(asked);
			this.behaviour(socket, asked);
		});
	}
}

/** Writes the same text again and again, as long as anybody listens. */
export function repeatedly(socket: Socket, text: string, everyMs: number): void {
	const timer = setInterval(() => socket.write(text), everyMs);
	socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads, without end. */
export function flood(socket: Socket, chunk: Buffer | string): void {
	const fill = () => {
		while (!socket.destroyed && socket.write(chunk));
	};
	socket.on('drain', fill);
	fill();
}
