import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { faultOrder, type FaultOrder } from './faults';
import { givenSignal, writtenMessage, type GivenSignal, type WrittenMessage } from './person';
import { settingsChange, type SimulatorSettings } from './settings';
import type { SimulatorState } from './state';

/** The admin address: what the simulator recorded, and switches for tests and trials. Not part of the service. */
export async function adminRoutes(
	server: FastifyInstance,
	{ state }: { state: SimulatorState },
): Promise<void> {
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		done(body === '' ? null : new Error('The body must be JSON'), undefined);
	});

	const lists = [
		'requests',
		'outbox',
		'signals',
		'violations',
		'incoming',
		'events',
		'faults',
		'unfetched',
	] as const;
	for (const records of lists) server.get(`/admin/${records}`, () => state[records]);

	server.post<{ Body: WrittenMessage }>('/admin/incoming', { schema: { body: writtenMessage } }, ({ body }) =>
		state.write(body),
	);

	server.post<{ Body: GivenSignal }>('/admin/signals', { schema: { body: givenSignal } }, ({ body }) =>
		state.signal(body),
	);

	server.post<{ Params: { id: string } }>('/admin/events/:id/redeliver', async ({ params }, reply) => {
		const sent = await state.webhook.redeliver(params.id);
		return sent ?? (await reply.code(404).send({ error: `There is no event ${params.id}` }));
	});

	server.post('/admin/reset', () => {
		state.reset();
		return state.settings;
	});

	server.put<{ Body: Partial<SimulatorSettings> }>(
		'/admin/settings',
		{ schema: { body: settingsChange } },
		({ body }) => {
			state.set(body);
			return state.settings;
		},
	);

	server.post<{ Body: FaultOrder | FaultOrder[] }>(
		'/admin/faults',
		{ schema: { body: Type.Union([faultOrder, Type.Array(faultOrder)]) } },
		({ body }) => [body].flat().map((order) => state.fault(order)),
	);
	server.delete('/admin/faults', () => {
		state.clearFaults();
		return state.faults;
	});
}
