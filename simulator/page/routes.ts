import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SimulatorState } from '../state';
import { page } from './page';
import { pageQuery } from './chats';

/** What the page loads, by name: its file and type. */
const assets: Record<string, { file: string; type: string }> = {
	'pico.css': { file: require.resolve('@picocss/pico/css/pico.min.css'), type: 'text/css' },
	'page.css': { file: join(__dirname, 'page.css'), type: 'text/css' },
	'idiomorph.js': { file: require.resolve('idiomorph/dist/idiomorph.min.js'), type: 'text/javascript' },
	'page.client.js': { file: join(__dirname, 'page.client.js'), type: 'text/javascript' },
};

/** Nothing comes from elsewhere, and nothing that stands in a message could run. */
const contentSecurityPolicy =
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The page for people at `/`, and what it loads under the admin address. */
export async function pageRoutes(
	server: FastifyInstance,
	{ state }: { state: SimulatorState },
): Promise<void> {
	server.get<{ Querystring: Record<string, unknown> }>('/', async ({ query, host }, reply) => {
		return await reply
			.type('text/html; charset=utf-8')
			.header('content-security-policy', contentSecurityPolicy)
			.send(page({ state, query: pageQuery(query), origin: `http://${host}` }));
	});
	for (const [name, { file, type }] of Object.entries(assets)) {
		server.get(`/admin/page/${name}`, async (_request, reply) => {
			return await reply.type(`${type}; charset=utf-8`).send(readFileSync(file, 'utf8'));
		});
	}
}
