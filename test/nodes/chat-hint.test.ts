/** "Answer in Chat": what the message of a question says of an answer in the chat. */
import type { INodeParameters } from 'n8n-workflow';

import { asked, choice, customForm } from '../support/asked';
import { leased, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });

const labels = (approveLabel: string, disapproveLabel: string): INodeParameters => ({
	approvalOptions: { values: { approveLabel, disapproveLabel } },
});
const words = (wordsForYes: string, wordsForNo: string) => ({ options: { wordsForYes, wordsForNo } });

test.each<[hint: string, INodeParameters]>([
	['Please answer "yes" or "no", or open this link:', {}],
	['Please answer "ja" or "nein", or open this link:', words('ja, klar', 'nein')],
	['Please answer "yes" or "nein", or open this link:', words('', 'Stop, nein')],
	['Please answer "No" or "Yes", or open this link:', labels('No', 'Yes')],
	['Please answer "Keep" or "OK", or open this link:', labels('Keep', 'OK')],
	['Please write your answer here, or open this link:', { responseType: 'freeText' }],
	// Only the link answers.
	['', labels('No', 'Stop')],
	['', { channel: 'whatsapp', from: leased.whatsapp }],
	['', { to: 'ada@example.com' }],
	['', customForm(choice('Engine', 'dropdown', 'Start', 'Stop'))],
	['', { options: { answerInChat: false } }],
])('the message says %j, and gives the link, with %j', async (hint, { options, ...parameters }) => {
	const inChat = { answerInChat: true, ...(options as object) };
	await asked({ from: leased.imessage, ...parameters, options: inChat });
	const [question, ...lines] = String(simulator().outbox.at(-1)?.message).split('\n\n');
	expect(question).toMatch(/\?$/);
	expect(lines).toEqual([...(hint === '' ? [] : [hint]), expect.stringMatching(/^http\S+$/)]);
});
