/** An event that comes to two processes, each of which only takes webhooks. */
import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import type * as Trigger from '../../nodes/MessagingTrigger/PhoneServiceMessagingTrigger.node';
import { useChat } from '../support/chat';
import { inNewProcess } from '../support/new-process';
import { simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
const { passes, server, listening, ask, write } = useChat();

const path = '../../nodes/MessagingTrigger/PhoneServiceMessagingTrigger.node';

/** A trigger whose events come to two processes by turns. */
async function ofTwoProcesses(events: string[], options: INodeParameters = {}) {
	jest.replaceProperty(Container.get(InstanceSettings), 'instanceType', 'webhook');
	const host = await listening({ events, options });
	const other = inNewProcess(() => {
		const { PhoneServiceMessagingTrigger } = jest.requireActual<typeof Trigger>(path);
		return new PhoneServiceMessagingTrigger();
	});
	host.processes.push(other);
	return host;
}

describe.each([
	[['messageReceived'], []],
	[['messageReceived', 'questionAnswered'], ['questionAnswered']],
])(
	'a message that answers a question, of which the event comes twice, with the events %j',
	(events, started) => {
		test('one after the other: the second one starts nothing', async () => {
			const host = await ofTwoProcesses(events);
			const link = await ask();
			await write(host, 'yes');
			expect((await host.post(simulator().events.at(-1)?.event)).status).toBe(200);
			expect((await host.json()).map(({ event }) => event)).toEqual(started);
			expect(server().dataOf(link)).toMatchObject({ approved: true });
		});

		test('at once: it answers in one process, and starts the workflow in none as a message', async () => {
			const host = await ofTwoProcesses(events);
			const link = await ask();
			simulator().set({ webhookUrl: '' });
			passes(1_000);
			simulator().write({ from: '+12025550199', to: '+12125550102', text: 'yes' });
			const { event } = simulator().events.at(-1) ?? {};
			await Promise.all([host.post(event), host.post(event)]);
			expect((await host.json()).map((item) => item.event)).toEqual(started);
			expect(server().dataOf(link)).toMatchObject({ approved: true });
		});
	},
);

test.each([
	[true, ['Hello?']],
	[false, []],
])(
	'what answers no question starts the workflow once, if that may start while a question is open: %s',
	async (startWhileOpen, started) => {
		const host = await ofTwoProcesses(['messageReceived'], { startWhileOpen });
		await ask();
		await write(host, 'Hello?');
		await host.post(simulator().events.at(-1)?.event);
		expect((await host.json()).map(({ text }) => text)).toEqual(started);
	},
);

test('a message behind the answer to a question does not bring that along, which another process knows', async () => {
	const host = await ofTwoProcesses(['messageReceived'], { waitForMore: 1 });
	host.processes.shift();
	await ask({ responseType: 'freeText' });
	await write(host, 'On Monday');
	await write(host, 'See you at 8');
	const brought = (await host.json()).map(({ messages }) => messages);
	expect(brought).toMatchObject([[{ text: 'See you at 8' }]]);
});
