import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems take for outgoing connections, one of which may be taken before the program listens. */
const range = [10_000, 32_768] as const;

/** A port of 127.0.0.1 that nothing listens on: the preferred one, unless it is in use. */
export async function freePort(preferred = randomInt(...range)): Promise<number> {
	const server = createServer().listen({ port: preferred, host: '127.0.0.1', exclusive: true });
	try {
		await once(server, 'listening');
	} catch {
		return await freePort();
	}
	await once(server.close(), 'close');
	return preferred;
}
