import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { demoWebhookSecret } from './webhook-events';

/** Where the simulator listens when it is started by hand and not told otherwise. */
export const usualPort = 8025;

const milliseconds = (usual: number) => Type.Integer({ minimum: 0, default: usual });

const settings = Type.Object({
	/** Milliseconds from a queued change of call forwarding to its application. */
	forwardingDelayMs: milliseconds(30_000),
	/** Whether lookups are held to the documented rate (section 8). */
	lookupRate: Type.Boolean({ default: true }),
	/** Whether sends are held to the rate of each sending number (public material). */
	sendRate: Type.Boolean({ default: true }),
	/** Whether the routes that are known from public material only exist; without them they answer 404. */
	publicMaterial: Type.Boolean({ default: true }),
	/** Milliseconds from a message to its place in the history (public material). */
	historyDelayMs: milliseconds(0),
	/** Milliseconds that every request of the service waits before it is processed. */
	latencyMs: milliseconds(0),
	/** Where events go; '' for nowhere. */
	webhookUrl: Type.String({ pattern: '^(https?://.+)?$', default: '' }),
	/** The secret that events are signed with. */
	webhookSecret: Type.String({ minLength: 1, default: demoWebhookSecret }),
});

/** What can be adjusted while the simulator runs. */
export type SimulatorSettings = Static<typeof settings>;

/** The settings of a simulator that was told nothing else. */
export const defaultSettings: SimulatorSettings = Value.Create(settings);

/** A change of settings, as the admin address takes it. */
export const settingsChange = Type.Partial(settings, { additionalProperties: false });
