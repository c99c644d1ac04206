import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nothing listens on: the preferred one, unless it is in use. */
export async function freePort(preferred = 0): Promise<number> {
	return await listenOnce(preferred).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		return listenOnce(0);
	});
}

function listenOnce(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			server.close(() => {
				resolve(typeof address === 'object' && address !== null ? address.port : port);
			});
		});
	});
}
