import type { INodeParameters } from 'n8n-workflow';

import { eventOf } from '../support/incoming-events';
import { useMessageHosts } from '../support/message-host';

const person = '+12025550123';
const host = useMessageHosts();

describe('opt-outs and opt-ins are events of their own', () => {
	const chosen = { events: ['messageReceived', 'optOut', 'optIn'] };
	test.each<[string, string, INodeParameters]>([
		['STOP', 'optOut', chosen],
		['Stop all.', 'optOut', chosen],
		[' unsubscribe ', 'optOut', chosen],
		['Cancel', 'optOut', chosen],
		['END', 'optOut', { events: ['any'] }],
		['quit!', 'optOut', chosen],
		['Arrêt', 'optOut', { ...chosen, options: { optOutWords: 'arrêt, stopp' } }],
		['Start', 'optIn', chosen],
		['Stop by at 8', 'messageReceived', chosen],
		['Arrêt', 'messageReceived', chosen],
		['STOP', 'messageReceived', {}],
		['STOP', 'messageReceived', { events: ['messageReceived', 'optIn'] }],
	])('%s is %s with %j', async (body, event, parameters) => {
		const started = await host(parameters);
		await started.post(eventOf({ body }));
		expect(await started.json()).toMatchObject([{ event, text: body, from: person }]);
	});

	test('a trigger for them alone leaves other messages out', async () => {
		const started = await host({ events: ['optOut'] });
		for (const body of ['STOP', 'Hello', 'START']) {
			expect((await started.post(eventOf({ body }))).status).toBe(200);
		}
		expect(await started.json()).toMatchObject([{ event: 'optOut' }]);
	});
});
