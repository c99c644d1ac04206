/** "Answer in Chat": what the message of a question says of an answer in the chat. */
import type { INodeParameters } from 'n8n-workflow';

import { asked, choice } from '../support/asked';
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
	['', { options: { answerInChat: false } }],
])('the message says %j, and gives the link, with %j', async (hint, { options, ...parameters }) => {
	const inChat = { answerInChat: true, ...(options as object) };
	await asked({ from: leased.imessage, ...parameters, options: inChat });
	const [question, ...lines] = String(simulator().outbox.at(-1)?.message).split('\n\n');
	expect(question).toMatch(/\?$/);
	expect(lines).toEqual([...(hint === '' ? [] : [hint]), expect.stringMatching(/^http\S+$/)]);
});

test.each<[list: string, how: string, INodeParameters]>([
	[
		'1 Confirm\n2 Move\n3 Cancel',
		'Please answer with the number, or open this link:',
		choice('Confirm', 'Move', 'Cancel'),
	],
	[
		'1. Red\n2) Green\n3️⃣ Blue',
		'Please answer with the number, or open this link:',
		choice('1. Red', '2) Green', '3️⃣ Blue'),
	],
	['1 1 pm\n2 4 pm', 'Please answer with the number, or open this link:', choice('1 pm', '4 pm')],
	[
		'A Monday 2 March\nB Tuesday 3 March',
		'Please answer with the letter, or open this link:',
		choice('Monday 2 March', 'Tuesday 3 March'),
	],
	[
		'1 Cancel order: no\n2 Cancel order: yes',
		'Please answer with the number, or open this link:',
		labels('Cancel order: no', 'Cancel order: yes'),
	],
	[
		'1 S\n2 L',
		'Please open this link to choose:',
		{ ...choice('S', 'L'), channel: 'whatsapp', from: leased.whatsapp },
	],
	['1 S\n2 L', 'Please open this link to choose:', { ...choice('S', 'L'), options: { answerInChat: false } }],
])('the message lists %j and says how to answer: %s', async (list, how, { options, ...parameters }) => {
	const inChat = { answerInChat: true, ...(options as object) };
	await asked({ from: leased.imessage, ...parameters, options: inChat });
	const [, ...lines] = String(simulator().outbox.at(-1)?.message).split('\n\n');
	expect(lines).toEqual([list, how, expect.stringMatching(/^http\S+$/)]);
});

test('labels of a choice come from an expression as well, as a list or a line each', async () => {
	for (const choices of ['={{ ["Red", "Blue"] }}', '={{ "Red\\n\\nBlue " }}', ' Red\nBlue']) {
		await asked({ responseType: 'choice', choices, from: leased.imessage, options: { answerInChat: true } });
		expect(simulator().outbox.at(-1)?.message).toContain(
			'\n\n1 Red\n2 Blue\n\nPlease answer with the number',
		);
	}
});
