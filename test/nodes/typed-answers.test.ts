/** What a text in the chat decides of a question. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { typedAnswer } from '../../nodes/shared/service/typed-answer';
import { demoToken } from '../../simulator/accounts';
import { asked, lastLink, person } from '../support/asked';
import { apart } from '../support/apart';
import { soon } from '../support/clock';
import { leased, useSimulator } from '../support/simulated';
import { three, typedAnswers } from '../support/typed-answers';

useSimulator({ sendRate: false });

/** What is given for a text, in one line: the decision and a reason, or the number of a choice. */
async function decided(parameters: INodeParameters, texts: string[]): Promise<Array<string | null>> {
	const { opened } = await asked({ from: leased.imessage, ...parameters });
	const signature = new URL(lastLink()).searchParams.get('signature');
	const answers: Array<string | null> = [];
	for (const text of texts) {
		const form = { ...typedAnswer(demoToken, signature, person, text) };
		const { goesOn, status } = await opened({ form });
		expect([text, status]).toEqual([text, goesOn ? 200 : 422]);
		const data = goesOn?.workflowData?.[0]?.[0]?.json.data as IDataObject | undefined;
		answers.push(data ? lineOf(data) : null);
	}
	return answers;
}

function lineOf({ approved, reason, choice, choice_number: number, text }: IDataObject): string {
	if (number !== undefined) return `${String(number)} ${String(choice)}`;
	if (approved === undefined) return `text: ${String(text)}`;
	return [approved ? 'approved' : 'declined', reason].filter(Boolean).join(': ');
}

test.each(typedAnswers)('%s', async (_, parameters, answers) => {
	const expected = Object.entries(answers).flatMap(([decision, lines]) =>
		apart(...[lines].flat()).map((text) => [text, decision]),
	);
	const texts = expected.map(([text = '']) => text);
	const given = await decided(parameters, texts);
	expect(texts.map((text, index) => [text, given[index] ?? 'nothing'])).toEqual(expected);
});

test.each(['.', '. ', ' ', '\n', ',', '"', 'yes ', '1.', '1 ', '**'])(
	'a long text of %j decides nothing, and takes no time',
	async (part) => {
		const text = `x${part.repeat(9_000 / part.length)}x`;
		for (const parameters of [{}, three]) {
			expect(await soon(600, async () => await decided(parameters, [text]))).toEqual([null]);
		}
	},
);
