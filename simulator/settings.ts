import { demoWebhookSecret } from './webhook-events';

/** What can be adjusted while the simulator runs. */
export interface SimulatorSettings {
	/** Milliseconds from a queued change of call forwarding to its application. */
	forwardingDelayMs: number;
	/** Whether lookups are held to the documented rate (section 8). */
	lookupRate: boolean;
	/** Whether sends are held to the rate of each sending number (public material). */
	sendRate: boolean;
	/** Whether the routes that are known from public material only exist; without them they answer 404. */
	publicMaterial: boolean;
	/** Milliseconds from a message to its place in the history (public material). */
	historyDelayMs: number;
	/** Milliseconds that every request of the service waits before it is processed. */
	latencyMs: number;
	/** Where events go; '' for nowhere. */
	webhookUrl: string;
	/** The secret that events are signed with. */
	webhookSecret: string;
}

/** Where the simulator listens when it is started by hand and not told otherwise. */
export const usualPort = 8025;

/** The settings of a simulator that was told nothing else. */
export const defaultSettings: SimulatorSettings = {
	forwardingDelayMs: 30_000,
	lookupRate: true,
	sendRate: true,
	publicMaterial: true,
	historyDelayMs: 0,
	latencyMs: 0,
	webhookUrl: '',
	webhookSecret: demoWebhookSecret,
};

/** JSON schema of a change of settings, for the admin address. */
export const settingsSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		forwardingDelayMs: { type: 'integer', minimum: 0 },
		lookupRate: { type: 'boolean' },
		sendRate: { type: 'boolean' },
		publicMaterial: { type: 'boolean' },
		historyDelayMs: { type: 'integer', minimum: 0 },
		latencyMs: { type: 'integer', minimum: 0 },
		webhookUrl: { type: 'string', pattern: '^(https?://.+)?$' },
		webhookSecret: { type: 'string', minLength: 1 },
	},
} as const;
