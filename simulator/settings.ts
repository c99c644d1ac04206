import { Type, type Static } from '@sinclair/typebox';
import { filesAt } from './files';
import { demoWebhookSecret } from './webhook-events';

/** Where the simulator listens when it is started by hand and not told otherwise. */
export const usualPort = 8025;

const milliseconds = Type.Integer({ minimum: 0 });

const settings = Type.Object({
	/** Milliseconds from a queued change of call forwarding to its application. */
	forwardingDelayMs: milliseconds,
	/** Whether lookups are held to the documented rate (section 8). */
	lookupRate: Type.Boolean(),
	/** Whether sends are held to the rate of each sending number (public material). */
	sendRate: Type.Boolean(),
	/** Whether the routes that are known from public material only exist; without them they answer 404. */
	publicMaterial: Type.Boolean(),
	/** Milliseconds from a message to its place in the history (public material). */
	historyDelayMs: milliseconds,
	/** Milliseconds that every request of the service waits before it is processed. */
	latencyMs: milliseconds,
	/** Where events go: an address, or several with blanks or line breaks between; '' for nowhere. */
	webhookUrl: Type.String({ pattern: '^\\s*(https?://\\S+(\\s+https?://\\S+)*)?\\s*$' }),
	/** The secret that events are signed with. */
	webhookSecret: Type.String({ minLength: 1 }),
	/** Where files stand on this machine, by the origin of their addresses; those of other origins are not fetched. */
	filesAt,
});

/** What can be adjusted while the simulator runs. */
export type SimulatorSettings = Static<typeof settings>;

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
	filesAt: {},
};

/** A change of settings, as the admin address takes it. The schema has no defaults: Fastify would fill them in. */
export const settingsChange = Type.Partial(settings, { additionalProperties: false });
