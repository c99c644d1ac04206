import type { INodeParameters } from 'n8n-workflow';

import { workflowAround } from '../support/engine';
import { fromList } from '../support/locators';
import { plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();

const to = '+12025550199';
const unpaced = { messagesPerSecond: 0 };
const picture = 'https://example.com/picture.jpg';

async function sent(parameters: INodeParameters) {
	const finished = await runNode('phoneServiceMessaging', parameters);
	if (finished.error) throw finished.error;
	return simulator().requests.at(-1);
}

describe('Send iMessage (section 4.3)', () => {
	const base = { operation: 'sendImessage', to, message: 'Hello', options: unpaced };

	test.each<[string, INodeParameters, object]>([
		[
			'attachments as separated text, a comma inside an address kept',
			{ attachments: [`${picture}, https://example.com/a,b.png`] },
			{ to, message: 'Hello', attachments: [picture, 'https://example.com/a,b.png'] },
		],
		[
			'attachments as an array from an expression',
			{ attachments: ['={{ ["https://example.com/1.jpg", "https://example.com/2.jpg"] }}'] },
			{ to, message: 'Hello', attachments: ['https://example.com/1.jpg', 'https://example.com/2.jpg'] },
		],
		[
			'a condition of the fallback once, also when it is given twice',
			{ fallback: true, imessageFallbackWhen: '={{ ["imessage_fails", "imessage_fails"] }}' },
			{ to, message: 'Hello', fallback: { when: ['imessage_fails'] } },
		],
		['an empty From of the list', { from: fromList('') }, { to, message: 'Hello' }],
	])('%s', async (_, parameters, body) => {
		expect((await sent({ ...base, ...parameters }))?.body).toEqual(body);
	});
});

test('a parameter that n8n cannot evaluate fails its own item; Retry sends that one alone', async () => {
	const broken = {
		...plainImessage,
		message: '={{ $json.text ?? $("Nowhere").first().json.text }}',
	};
	const withText = (to_: string) => ({ to: to_, text: 'a' });
	const people = [withText(to), { to: '+12025550198' }, withText('+12025550197')];
	const failed = await runNode('phoneServiceMessaging', broken, { items: people });
	expect(failed.error?.context).toMatchObject({ outcome: 'notSent' });
	expect(failed.error?.message).toBe('1 of 3 not sent, 2 accepted');
	expect(failed.error?.description).toMatch(/^\+12025550198 \(item 1\): /);
	expect(simulator().outbox.map((message) => message.to)).toEqual([to, '+12025550197']);

	const mended = { ...plainImessage, message: '={{ $json.text ?? "b" }}' };
	const retried = await failed.retry(workflowAround('phoneServiceMessaging', mended, people));
	expect(retried.error).toBeUndefined();
	expect(simulator().outbox.slice(2)).toMatchObject([{ to: '+12025550198', message: 'b' }]);
	const [first, third, second] = simulator().outbox.map(({ message_id: id }) => id);
	expect(retried.json().map(({ message_id: id }) => id)).toEqual([first, second, third]);
});
