import { demoWebhookSecret } from './webhook-events';

/** Where the simulator listens when it is started by hand and not told otherwise. */
export const usualPort = 8025;

/** What can be adjusted while the simulator runs, with the values of a simulator that was told nothing else. */
export const defaultSettings = {
	/** Milliseconds from a queued change of call forwarding to its application. */
	forwardingDelayMs: 30_000,
	/** Whether lookups are held to the documented rate (section 8). */
	lookupRate: true,
	/** Whether sends are held to the rate of each sending number (public material). */
	sendRate: true,
	/** Whether the routes that are known from public material only exist; without them they answer 404. */
	publicMaterial: true,
	/** Milliseconds from a message to its place in the history (public material). */
	historyDelayMs: 0,
	/** Milliseconds that every request of the service waits before it is processed. */
	latencyMs: 0,
	/** Where events go; '' for nowhere. */
	webhookUrl: '',
	/** The secret that events are signed with. */
	webhookSecret: demoWebhookSecret,
};

export type SimulatorSettings = typeof defaultSettings;

const milliseconds = { type: 'integer', minimum: 0 };

/** JSON schema of a change of settings, for the admin address. */
export const settingsSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		...Object.fromEntries(
			Object.entries(defaultSettings).map(([name, value]) => [
				name,
				typeof value === 'number' ? milliseconds : { type: typeof value },
			]),
		),
		webhookUrl: { type: 'string', pattern: '^(https?://.+)?$' },
		webhookSecret: { type: 'string', minLength: 1 },
	},
};
