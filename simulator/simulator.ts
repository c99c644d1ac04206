import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { adminRoutes } from './admin';
import type { Reaction } from './reaction';
import type { Fault, FaultOrder } from './faults';
import { attachmentRoutes } from './attachments';
import type { IncomingMessage } from './incoming-message';
import { pageRoutes } from './page/routes';
import type { SentEvent, WrittenMessage } from './webhook';
import { Service } from './service';
import { defaultSettings, type SimulatorSettings } from './settings';
import { SimulatorState } from './state';

/** How to start a simulator. */
export interface SimulatorOptions {
	/** Default: a free one. */
	port?: number;
	settings?: Partial<SimulatorSettings>;
}

/** A running simulator: the in-process twin of the admin address. */
export interface Simulator {
	/** The base URL of the service, without trailing slash. */
	readonly url: string;
	/** Every request of the service since the start or the last reset. */
	readonly requests: SimulatorState['requests'];
	/** Every accepted message. */
	readonly outbox: SimulatorState['outbox'];
	/** Every reaction, typing indicator and read receipt. */
	readonly signals: SimulatorState['signals'];
	/** Requests that do not match the OpenAPI document. */
	readonly violations: SimulatorState['violations'];
	/** Every answered lookup. */
	readonly lookups: SimulatorState['lookups'];
	/** Every message that somebody wrote to a leased number. */
	readonly incoming: SimulatorState['incoming'];
	/** Every event for the webhook, with what was answered. */
	readonly events: SimulatorState['events'];
	readonly settings: Readonly<SimulatorSettings>;
	/** Changes some settings until the next reset. */
	set(settings: Partial<SimulatorSettings>): void;
	/** Adds a fault; by default it strikes once. */
	fault(order: FaultOrder): Fault;
	/** Ends all faults. */
	clearFaults(): void;
	/**
	 * Changes the call forwarding of a leased number as somebody else would: to another number, or off with null;
	 * after `delayMs`, by default that of the number.
	 */
	changeForwarding(number: string, to: string | null, delayMs?: number): void;
	/** Writes to a leased number as somebody else; the event goes to `webhookUrl`. */
	write(written: WrittenMessage): IncomingMessage;
	/** Sends an event again. */
	redeliver(eventId: string): Promise<SentEvent | undefined>;
	/** Resolves when every event so far was answered. */
	eventsAnswered(): Promise<void>;
	/** Forgets everything and ends requests that wait for an answer. */
	reset(): void;
	/** Ends all connections and the server. */
	stop(): Promise<void>;
}

async function send(reply: FastifyReply, request: FastifyRequest, reaction: Reaction): Promise<void> {
	if (reaction.kind === 'reset') {
		reply.hijack();
		request.raw.socket.resetAndDestroy();
		return;
	}
	await reply.code(reaction.status).headers(reaction.headers).send(reaction.body);
}

/** Everything that is neither page nor admin address belongs to the service. */
async function serviceRoutes(server: FastifyInstance, service: Service): Promise<void> {
	const react = async (request: FastifyRequest, reply: FastifyReply) => {
		const reaction = await service.reactionTo({
			method: request.method,
			url: request.raw.url ?? '/',
			headers: request.headers,
			body: typeof request.body === 'string' ? request.body : '',
		});
		await send(reply, request, reaction);
	};
	await server.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
		scope.route({ method: scope.supportedMethods, url: '/*', handler: react });
	});
	server.setNotFoundHandler(react);
}

/** Starts a simulator of the service. Rejects when the port is in use. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const state = new SimulatorState({ ...defaultSettings, ...options.settings });
	const service = await Service.create(state);
	const server = Fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		bodyLimit: 16 * 1024 * 1024,
		ajv: {
			customOptions: {
				coerceTypes: false,
				removeAdditional: false,
				discriminator: true,
				allowUnionTypes: true,
			},
		},
		frameworkErrors: (_error, request, reply) => {
			void service
				.reactionTo({
					method: request.method,
					url: request.raw.url ?? '/',
					headers: request.headers,
					body: '',
				})
				.then(async (reaction) => await send(reply, request, reaction));
		},
	});
	await server.register(adminRoutes, { state });
	await server.register(pageRoutes, { state });
	await server.register(attachmentRoutes);
	await serviceRoutes(server, service);
	const url = await server.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	state.origin = url;

	return {
		url,
		requests: state.requests,
		outbox: state.outbox,
		signals: state.signals,
		violations: state.violations,
		lookups: state.lookups,
		incoming: state.incoming,
		events: state.events,
		get settings() {
			return state.settings;
		},
		set: (settings) => state.change(settings),
		fault: (order) => state.faults.add(order),
		clearFaults: () => state.faults.clear(),
		changeForwarding: (number, to, delayMs) => state.changeForwarding(number, to, delayMs),
		write: (written) => state.webhook.write(written),
		redeliver: async (eventId) => await state.webhook.redeliver(eventId),
		eventsAnswered: async () => await state.webhook.settled(),
		reset: () => state.reset(),
		stop: async () => {
			state.held.releaseAll();
			await server.close();
		},
	};
}
