import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems take for outgoing connections, one of which may be taken before the program listens. */
const range = [10_000, 32_768] as const;

/** A port of 127.0.0.1 that nothing listens on: the preferred one, unless it is in use. */
export async function freePort(preferred = randomInt(...range)): Promise<number> {
	return await listenOnce(preferred).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		return await freePort();
	});
}

function listenOnce(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			server.close(() => {
				resolve(port);
			});
		});
	});
}
