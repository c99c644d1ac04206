import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { adminRoutes } from './admin';
import type { Reaction } from './reaction';
import { attachmentRoutes } from './attachments';
import { openApiBackend } from './document';
import { fileRoutes } from './files';
import { refuseOthers } from './local-only';
import { pageRoutes } from './page/routes';
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
export interface Simulator extends SimulatorState {
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

/** Starts a simulator of the service. Rejects when the port is in use. */
export async function startSimulator({ port = 0, settings }: SimulatorOptions = {}): Promise<Simulator> {
	const state = new SimulatorState({ ...defaultSettings, ...settings });
	const service = new Service(await openApiBackend(), state);
	const react = async (request: FastifyRequest, reply: FastifyReply) =>
		await send(reply, request, await service.reactionTo(request));
	const server = Fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		bodyLimit: 16 * 1024 * 1024,
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
		frameworkErrors: (_error, request, reply) =>
			void refuseOthers(request, reply).then(async () => reply.sent || (await react(request, reply))),
	});
	server.addHook('onRequest', refuseOthers);
	await server.register(adminRoutes, { state });
	await server.register(pageRoutes, { state });
	await server.register(attachmentRoutes);
	await server.register(fileRoutes, { state });
	// Everything else belongs to the service.
	await server.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
		scope.route({ method: scope.supportedMethods, url: '/*', handler: react });
	});
	server.setNotFoundHandler(react);
	state.url = await server.listen({ port, host: '127.0.0.1' });
	return Object.assign(state, {
		stop: async () => {
			state.held.releaseAll();
			await server.close();
		},
	});
}
