import { signature, signatureHeader } from '../../simulator/webhook-events';
import { MessageHost } from '../support/message-host';
import { hostileEvents } from './events';

let host: MessageHost;

beforeEach(async () => {
	host = await new MessageHost({ events: ['any'] }).start();
});
afterEach(() => host.stop());

const ofTheNode = hostileEvents.filter(({ status }) => status !== undefined);

test.each(ofTheNode.map((row) => [row.name, row] as const))(
	'%s is answered, and starts an execution only where it is an event',
	async (_, { body, status, text }) => {
		const bytes = Buffer.from(body());
		const answer = await host.post(bytes, { [signatureHeader]: signature(bytes) });
		expect(answer.status).toBe(status);
		expect(answer.data.message.length).toBeGreaterThan(5);
		expect((await host.items()).map(([item]) => item?.json.text)).toEqual(text === undefined ? [] : [text]);
	},
);
