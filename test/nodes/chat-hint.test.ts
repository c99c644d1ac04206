/** "Answer in Chat": what the message of a question says of an answer in the chat. */
import type { INodeParameters } from 'n8n-workflow';

import { asked } from '../support/asked';
import { leased, simulator, useSimulator } from '../support/simulated';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false }));

const from = leased.imessage;
const ask = async (parameters: INodeParameters = {}) => await asked({ from, ...parameters });

test('the option Answer in Chat: the message says how', async () => {
	const last = () => simulator().outbox.at(-1)?.message;
	await ask({ options: { answerInChat: true } });
	expect(last()).toMatch(/\?\n\nPlease answer "yes" or "no", or open this link:\n\nhttp\S+$/);
	await ask({ options: { answerInChat: true, wordsForYes: 'ja, klar', wordsForNo: 'nein' } });
	expect(last()).toContain('Please answer "ja" or "nein", or open this link:');
	await ask({ options: { answerInChat: true }, responseType: 'freeText' });
	expect(last()).toContain('\n\nPlease write your answer here, or open this link:\n\nhttp');
	await ask();
	expect(last()).toMatch(/\?\n\nhttp/);
});

const [start, stop] = [{ option: 'Start' }, { option: 'Stop' }];
const command = { fieldLabel: 'Engine', fieldType: 'dropdown', fieldOptions: { values: [start, stop] } };

test.each<[string, INodeParameters]>([
	['over WhatsApp', { channel: 'whatsapp', from: leased.whatsapp }],
	['to an email address', { to: 'ada@example.com' }],
	['with a choice that opts out', { responseType: 'customForm', formFields: { values: [command] } }],
])(
	'the option Answer in Chat, %s: only the link answers, and the message says nothing else',
	async (_, parameters) => {
		await asked({ from, ...parameters, options: { answerInChat: true } });
		expect(simulator().outbox.at(-1)?.message).toMatch(/\?\n\nhttp\S+$/);
	},
);

test('the option Answer in Chat never asks for a word that opts out', async () => {
	await ask({ options: { answerInChat: true, wordsForNo: 'Stop, nein' } });
	expect(simulator().outbox.at(-1)?.message).toContain('Please answer "yes" or "nein", or open this link:');
});
