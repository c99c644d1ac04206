import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a server on 127.0.0.1 that can be shut: then connections through it break, and new ones are refused. */
export class Door {
	private readonly open = new Set<Socket>();

	private constructor(
		private server: Server,
		private readonly target: number,
		/** The port to connect to instead of that of the server. */
		readonly port: number,
	) {}

	/** A door to the server at this port. */
	static async to(target: number): Promise<Door> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const door = new Door(server, target, (server.address() as AddressInfo).port);
		door.letIn();
		return door;
	}

	/** Breaks all connections, and refuses new ones. */
	async shut(): Promise<void> {
		const closed = new Promise((resolve) => this.server.close(resolve));
		for (const socket of this.open) socket.destroy();
		await closed;
	}

	/** Lets in again whoever connects. */
	async reopen(): Promise<void> {
		this.server = createServer();
		this.letIn();
		await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
	}

	private letIn(): void {
		this.server.on('connection', (client) => {
			const server = connect(this.target, '127.0.0.1');
			client.pipe(server).pipe(client);
			for (const [socket, other] of [
				[client, server],
				[server, client],
			] as const) {
				this.open.add(socket);
				socket.on('error', () => {});
				socket.on('close', () => {
					this.open.delete(socket);
					other.destroy();
				});
			}
		});
	}
}
