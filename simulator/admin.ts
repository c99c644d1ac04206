import type { FastifyInstance } from 'fastify';
import { phoneNumberPattern } from '../nodes/shared/contract/contract';
import { channelNames, leasedNumbers } from './accounts';
import { faultOrderSchema, type FaultOrder } from './faults';
import { settingsSchema, type SimulatorSettings } from './settings';
import type { GivenSignal, SimulatorState, WrittenMessage } from './state';

const phoneNumber = { type: 'string', pattern: phoneNumberPattern.source };

const leasedNumber = { enum: leasedNumbers.map(({ number }) => number) };

const person = { type: 'string', pattern: '^(\\+[1-9]\\d{6,14}|[^\\s@]+@[^\\s@]+)$', maxLength: 254 };

const channel = { enum: Object.keys(channelNames) };

const text = { type: 'string', maxLength: 100_000 };

const writtenMessageSchema = {
	type: 'object',
	additionalProperties: false,
	required: ['from', 'to'],
	properties: { from: person, to: leasedNumber, channel, text, photo: { type: 'boolean' } },
};

const signalSchema = {
	type: 'object',
	additionalProperties: false,
	required: ['from', 'to', 'kind', 'channel', 'action'],
	properties: {
		from: person,
		to: leasedNumber,
		kind: { enum: ['reaction', 'typing', 'read'] },
		channel,
		action: { enum: ['add', 'remove', 'start', 'stop', 'read'] },
		reaction: text,
		on: text,
	},
};

const forwardingSchema = {
	type: 'object',
	additionalProperties: false,
	required: ['to'],
	properties: {
		to: { anyOf: [phoneNumber, { type: 'null' }] },
		delayMs: { type: 'integer', minimum: 0 },
	},
};

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
		'lookups',
		'signals',
		'violations',
		'incoming',
		'events',
		'faults',
	] as const;
	for (const records of lists) server.get(`/admin/${records}`, () => state[records]);

	server.post<{ Body: WrittenMessage }>(
		'/admin/incoming',
		{ schema: { body: writtenMessageSchema } },
		({ body }) => state.write(body),
	);

	server.post<{ Body: GivenSignal }>('/admin/signals', { schema: { body: signalSchema } }, ({ body }) =>
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
		{ schema: { body: settingsSchema } },
		({ body }) => {
			state.set(body);
			return state.settings;
		},
	);

	server.post<{ Body: FaultOrder | FaultOrder[] }>(
		'/admin/faults',
		{
			schema: {
				body: {
					if: { type: 'array' },
					then: { type: 'array', items: faultOrderSchema },
					else: faultOrderSchema,
				},
			},
		},
		({ body }) => [body].flat().map((order) => state.fault(order)),
	);
	server.delete('/admin/faults', () => {
		state.clearFaults();
		return state.faults;
	});

	server.put<{ Params: { number: string }; Body: { to: string | null; delayMs?: number } }>(
		'/admin/numbers/:number/call_forwarding',
		{ schema: { params: { type: 'object', properties: { number: leasedNumber } }, body: forwardingSchema } },
		({ params, body }) => {
			state.changeForwarding(params.number, body.to, body.delayMs);
			return state.numbers.get(params.number)?.forwarding.record(Date.now());
		},
	);
}
