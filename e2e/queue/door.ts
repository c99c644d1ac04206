import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A way to a server on 127.0.0.1 that can be shut: then connections through it break, and new ones are refused. */
export class Door {
	private readonly open = new Set<Socket>();
	private readonly server = createServer((client) => {
		this.open.add(client);
		pipeline(client, connect(this.target, '127.0.0.1'), client, () => this.open.delete(client));
	});
	/** The port to connect to instead of that of the server, once it is opened. */
	port = 0;

	constructor(private readonly target: number) {}

	/** Lets in whoever connects, at the same port as before. */
	async opened(): Promise<this> {
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
		({ port: this.port } = this.server.address() as AddressInfo);
		return this;
	}

	/** Breaks all connections, and refuses new ones. */
	async shut(): Promise<void> {
		this.server.close();
		for (const socket of this.open) socket.destroy();
		await once(this.server, 'close');
	}
}
