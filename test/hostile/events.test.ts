import { signature, signatureHeader } from '../../simulator/webhook-events';
import { useMessageHosts } from '../support/message-host';
import { hostileEvents } from './events';

const hostOf = useMessageHosts();

const ofTheNode = hostileEvents.filter(({ status }) => status !== undefined);

test.each(ofTheNode.map((row) => [row.name, row] as const))(
	'%s is answered, and starts an execution only where it is an event',
	async (_, { body, status, text }) => {
		const host = await hostOf({ events: ['any'] });
		const bytes = Buffer.from(body());
		const answer = await host.post(bytes, { [signatureHeader]: signature(bytes) });
		expect(answer.status).toBe(status);
		expect(answer.data.message.length).toBeGreaterThan(5);
		expect((await host.json()).map((item) => item.text)).toEqual(text === undefined ? [] : [text]);
	},
);
