import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/** Whether something already listens on this port of 127.0.0.1. */
export async function portInUse(port: number): Promise<boolean> {
	return await listenOnce(port).then(
		() => false,
		(error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE') return true;
			throw error;
		},
	);
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
