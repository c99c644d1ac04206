import type { IHookFunctions, INode, INodeParameters } from 'n8n-workflow';

import { requireReadiness } from '../../nodes/MessagingTrigger/signature';
import { node } from '../support/engine';
import { severalNumbers } from '../support/locators';

const service = 'https://api.example.com';

function hook(webhookUrl: string, credential: object, parameters: INodeParameters = {}): IHookFunctions {
	return {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => credential,
		getNodeWebhookUrl: () => webhookUrl,
		getNode: (): INode => node('Trigger', 'phoneServiceMessagingTrigger', parameters),
	} as unknown as IHookFunctions;
}

test.each([
	['https://n8n.example.com/webhook/1/webhook', service],
	['http://localhost:5678/webhook/1/webhook', 'http://127.0.0.1:8025'],
	['http://n8n.example.com/webhook/1/webhook', 'http://localhost:8025'],
])('%s is reached by the service at %s', async (url, baseUrl) => {
	await expect(requireReadiness(hook(url, { baseUrl, webhookSecret: 'secret' }))).resolves.toBeUndefined();
});

test.each([
	['http://n8n.example.com/webhook', 'is not https'],
	['https://localhost:5678/webhook', 'is not public'],
	['https://127.0.0.1/webhook', 'is not public'],
	['https://[::1]/webhook', 'is not public'],
	['https://10.1.2.3/webhook', 'is not public'],
	['https://n8n:5678/webhook', 'is not public'],
	['https://n8n.local/webhook', 'is not public'],
	['https://n8n.lan/webhook', 'is not public'],
])('%s is refused: it %s', async (url, why) => {
	const refused = requireReadiness(hook(url, { baseUrl: service, webhookSecret: 'secret' }));
	await expect(refused).rejects.toMatchObject({
		message: `The webhook URL ${why}: ${url}`,
		description: expect.stringContaining('N8N_WEBHOOK_URL'),
	});
});

test.each([undefined, '', ' , '])(
	'the webhook secret %j is refused, with the way to one',
	async (webhookSecret) => {
		const refused = requireReadiness(hook('https://n8n.example.com', { baseUrl: service, webhookSecret }));
		await expect(refused).rejects.toMatchObject({
			message: 'The credential has no webhook secret',
			description: expect.stringContaining("provider's console"),
		});
	},
);

test('an opt-out word that nobody can type is refused: each photo would opt out', async () => {
	const account = { baseUrl: service, webhookSecret: 'secret' };
	const options = { optOutWords: 'arrêt, …' };
	const refused = requireReadiness(hook('https://n8n.example.com', account, { options }));
	await expect(refused).rejects.toMatchObject({
		message: 'Opt-Out Words is "…", which has no letter, digit or emoji',
		description: expect.stringContaining('such as a photo'),
	});
});

test('a number of the panel that is none is refused, before an event is lost for it', async () => {
	const numbers = severalNumbers('(202) 555-0160');
	const account = { baseUrl: service, webhookSecret: 'secret' };
	const refused = requireReadiness(hook('https://n8n.example.com', account, { numbers }));
	await expect(refused).rejects.toMatchObject({
		message: 'Your Numbers has no country code: "(202) 555-0160"',
		description: expect.stringContaining('Did you mean +1 202 555 0160?'),
	});
});
