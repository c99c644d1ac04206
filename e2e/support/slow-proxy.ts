import { once } from 'node:events';
import { createServer, request as requestTo, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const lateMs = 1_000;

/** A reverse proxy at another address of 127.0.0.1, behind which the answers of a server come a second late. */
export class SlowProxy {
	private constructor(private readonly server: Server) {}

	static async start(target: string): Promise<SlowProxy> {
		const server = createServer((request, response) => {
			const { method, headers, url = '/' } = request;
			const forwarded = requestTo(new URL(url, target), { method, headers }, (answer) => {
				setTimeout(() => {
					response.writeHead(answer.statusCode ?? 502, answer.headers);
					answer.pipe(response);
				}, lateMs);
			});
			request.pipe(forwarded);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return new SlowProxy(server);
	}

	/** An address of the server as it is reached through the proxy. */
	through(address: string): string {
		const { pathname, search } = new URL(address);
		return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}${pathname}${search}`;
	}

	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
