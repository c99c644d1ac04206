import type { FastifyInstance } from 'fastify';
import type { SimulatorState } from '../state';
import { page, pageContent } from './page';

const type = 'text/html; charset=utf-8';

/** The page for people at `/`, and its changing content under the admin address. */
export async function pageRoutes(
	server: FastifyInstance,
	{ state }: { state: SimulatorState },
): Promise<void> {
	server.get('/', async (_request, reply) => await reply.type(type).send(page(state).text));
	server.get('/admin/page', async (_request, reply) => await reply.type(type).send(pageContent(state).text));
}
