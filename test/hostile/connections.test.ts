/** Servers with which no safe connection is ever made: nothing has left, and the message may be sent again. */
import type { Socket } from 'node:net';

import { useShortWaits } from '../support/clock';
import { runWorkflow, workflowAround } from '../support/engine';
import { HostileServer } from './hostile-server';

// Waits between tries are short; the limit of a request is not.
useShortWaits();

test.each<[string, (socket: Socket) => void, RegExp]>([
	['TLS that is never answered', () => {}, /could not be reached within 1 s/],
	[
		'something else where TLS should be',
		(socket) => socket.end('220 mail.example ESMTP\r\n'),
		/could not be reached$/,
	],
])('%s', async (_, greet, message) => {
	const server = await HostileServer.start(() => {}, { greet });
	const parameters = {
		operation: 'sendImessage',
		to: '+12025550199',
		message: 'Hello',
		requestOptions: { timeout: 1000 },
	};
	const account = { accessToken: 'demo-token', baseUrl: `https://127.0.0.1:${String(server.port)}` };
	const { error } = await runWorkflow(workflowAround('phoneServiceMessaging', parameters), account);
	expect(error?.message).toMatch(message);
	expect(error?.context).toMatchObject({ outcome: 'notSent' });
});
