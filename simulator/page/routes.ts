import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SimulatorState } from '../state';

/** What the page loads, by name with its type. */
const assets = { 'page.css': 'text/css', 'page.client.js': 'text/javascript' };

/** Nothing comes from elsewhere, and nothing that stands in a message could run. */
const contentSecurityPolicy =
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The page for people at `/`, and what it loads under the admin address. */
export async function pageRoutes(
	server: FastifyInstance,
	{ state }: { state: SimulatorState },
): Promise<void> {
	server.get<{ Querystring: { with?: unknown } }>('/', async ({ query }, reply) => {
		// It speaks of the nodes, which take a second to load.
		const { page } = await import('./page');
		return await reply
			.type('text/html; charset=utf-8')
			.header('content-security-policy', contentSecurityPolicy)
			.send(page(state, typeof query.with === 'string' ? query.with : ''));
	});
	for (const [name, type] of Object.entries(assets)) {
		server.get(`/admin/page/${name}`, async (_request, reply) => {
			return await reply.type(`${type}; charset=utf-8`).send(readFileSync(join(__dirname, name), 'utf8'));
		});
	}
}
