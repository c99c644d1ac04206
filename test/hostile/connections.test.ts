/** Servers with which no connection, or no safe one, is ever made: nothing has left, and the message may be sent again. */
import net, { type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

import { useShortWaits } from '../support/clock';
import { runWorkflow, workflowAround } from '../support/engine';
import { HostileServer } from './hostile-server';

// Waits between tries are short; the limit of a request and what a server needs are not.
const { setTimeout: wholeWait } = globalThis;
useShortWaits();

interface Started {
	url: string;
	stop(): Promise<unknown>;
}

/** A server that does this with each connection, where TLS should be. */
async function server(greet: (socket: Socket) => void): Promise<Started> {
	const listening = await HostileServer.start(() => {}, { greet });
	return {
		url: `https://127.0.0.1:${String(listening.port)}`,
		stop: async () => await listening.stop(),
	};
}

const listensAndSleeps = `
	const server = require('node:net').createServer(() => {});
	server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
		require('node:worker_threads').parentPort.postMessage(server.address().port);
		setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 50);
	});`;

/** A port whose queue of connections is full: the operating system answers no further one. */
async function fullPort(): Promise<Started> {
	const worker = new Worker(listensAndSleeps, { eval: true });
	const port = await new Promise<number>((resolve) => worker.once('message', resolve));
	await new Promise((resolve) => wholeWait(resolve, 150));
	const queue = Array.from({ length: 6 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
	await new Promise((resolve) => wholeWait(resolve, 150));
	return {
		url: `http://127.0.0.1:${String(port)}`,
		stop: async () => {
			for (const socket of queue) socket.destroy();
			await worker.terminate();
		},
	};
}

test.each<[string, () => Promise<Started>, RegExp]>([
	['a port that takes no connection', fullPort, /could not be reached within 1 s/],
	['TLS that is never answered', async () => await server(() => {}), /could not be reached within 1 s/],
	[
		'something else where TLS should be',
		async () => await server((socket) => socket.end('220 mail.example ESMTP\r\n')),
		/could not be reached$/,
	],
])('%s', async (_, start, message) => {
	const { url, stop } = await start();
	const parameters = {
		operation: 'sendImessage',
		to: '+12025550199',
		message: 'Hello',
		requestOptions: { timeout: 1000 },
	};
	const started = performance.now();
	const account = { accessToken: 'demo-token', baseUrl: url };
	const { error } = await runWorkflow(workflowAround('phoneServiceMessaging', parameters), account);
	expect(performance.now() - started).toBeLessThan(6000);
	await stop();
	expect(error?.message).toMatch(message);
	expect(error?.context).toMatchObject({ outcome: 'notSent' });
});
