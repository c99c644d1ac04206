import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { closeAfterTests } from './close-after-tests';

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void>;

/** Serves HTTP on a free port of 127.0.0.1, until it is stopped or the tests of the file have ended. */
export async function serve(answer: Answer): Promise<{ url: string; stop: () => void }> {
	const server = createServer((request, response) => {
		void buffer(request).then(async (body) => await answer(request, body, response));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const stop = () => {
		server.closeAllConnections();
		server.close();
	};
	closeAfterTests(stop);
	return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, stop };
}
