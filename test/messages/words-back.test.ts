/** What the person gets back who answers an open question in the chat, or writes something else. */
import type { INodeParameters } from 'n8n-workflow';

import { choice, person } from '../support/asked';
import { useChat } from '../support/chat';
import { leased, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });

const from = leased.imessage;
const { passes, server, listening, ask, write } = useChat();

const approvedInChat = expect.objectContaining({ approved: true, respondedIn: 'chat', responder: person });
const started = (text: string) => [expect.objectContaining({ event: 'messageReceived', text })];

describe('the person gets a word back', () => {
	const written = () => simulator().outbox.map(({ message }) => String(message));

	test.each<[string, INodeParameters, string[]]>([
		['yes', {}, ['Approved: Deploy <b>now</b>?']],
		['Klar', { approvalOptions: { values: { approveLabel: 'Klar' } } }, ['Klar: Deploy <b>now</b>?']],
		['deploy', { approvalOptions: { values: { approveLabel: 'Deploy' } } }, ['Thank you: Deploy']],
		['2', choice('Later', 'Now or never'), ['Now or never: Deploy <b>now</b>?']],
		['2', choice('Later', 'Now'), ['Thank you: Now']],
		['2', { ...choice('Later', 'Now'), options: { answerToYes: '' } }, []],
		['yes', { options: { answerToYes: 'Thanks, it is on its way' } }, ['Thanks, it is on its way']],
		['yes', { options: { answerToYes: '' } }, []],
		['no', {}, []],
		['Monday', { responseType: 'freeText' }, []],
	])('for "%s", with %j: %j', async (text, parameters, replies) => {
		const host = await listening();
		await ask(parameters);
		expect(await write(host, text)).toEqual([]);
		expect(written().slice(1)).toEqual(replies);
	});

	test('not while another question waits, which no answer would be taken for any more', async () => {
		const host = await listening();
		await ask();
		await ask({ message: 'Refund $48?' });
		await write(host, 'yes');
		expect(written()).toHaveLength(2);
		await write(host, 'yes');
		expect(written().slice(2)).toEqual(['Approved: Deploy <b>now</b>?']);
	});

	const again = (link: string) => `Please answer "yes" or "no", or open this link:\n\n${link}`;

	test('what decides nothing is answered by how to answer, three times, and starts nothing; a yes counts all the time', async () => {
		const host = await listening();
		const link = await ask();
		for (const text of ['who is this?', 'yes, but only half', 'Hello?'])
			expect(await write(host, text)).toEqual([]);
		expect(written().slice(1)).toEqual([again(link), again(link), again(link)]);
		expect(await write(host, 'Hello??')).toEqual(started('Hello??'));
		expect(written()).toHaveLength(4);
		expect(server().dataOf(link)).toBeUndefined();
		expect(await write(host, 'sure')).toHaveLength(1);
		expect(server().dataOf(link)).toEqual(approvedInChat);
		expect(written().slice(4)).toEqual(['Approved: Deploy <b>now</b>?']);
		expect(await write(host, 'Hello?')).toHaveLength(2);
		expect(written()).toHaveLength(5);
	});

	test('Start While a Question Is Open: it starts the workflow, too, and the person is asked again', async () => {
		const host = await listening({ options: { startWhileOpen: true } });
		const link = await ask();
		expect(await write(host, 'who is this?')).toEqual(started('who is this?'));
		expect(written().slice(1)).toEqual([again(link)]);
		expect(await write(host, 'sure')).toHaveLength(1);
		expect(server().dataOf(link)).toEqual(approvedInChat);
	});

	test('the choices are listed again', async () => {
		const host = await listening();
		const link = await ask(choice('Confirm', 'Move'));
		await write(host, '1 or 2');
		expect(written().slice(1)).toEqual([
			`1 Confirm\n2 Move\n\nPlease answer with the number, or open this link:\n\n${link}`,
		]);
	});

	test('several texts within one second: each is answered by how to answer, and the question stays open', async () => {
		const host = await listening();
		const link = await ask();
		passes(1_000);
		for (const text of ['who', 'is', 'this']) simulator().write({ from: person, to: from, text });
		await simulator().webhook.settled();
		expect(await host.json()).toEqual([]);
		expect(written().slice(1)).toEqual([again(link), again(link), again(link)]);
		expect(await write(host, 'yes')).toEqual([]);
		expect(server().dataOf(link)).toEqual(approvedInChat);
	});

	test('two triggers hear what decides nothing: the person is asked again once', async () => {
		const host = await listening();
		await listening();
		await ask();
		passes(1_000);
		simulator().write({ from: person, to: from, text: 'who is this?' });
		await simulator().webhook.settled();
		expect((await host.post(simulator().events.at(-1)?.event)).status).toBe(200);
		expect(written()).toHaveLength(2);
	});

	test('n8n goes on where the word back cannot be sent', async () => {
		const host = await listening();
		const link = await ask();
		simulator().fault({ kind: 'status', status: 403, match: { operationId: 'sendImessage' } });
		expect(await write(host, 'yes')).toEqual([]);
		expect(server().dataOf(link)).toEqual(approvedInChat);
	});
});
