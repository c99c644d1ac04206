import type { FastifyInstance } from 'fastify';
import { accounts } from './accounts';

/** A blue square: a photo as good as any. */
export const photo = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mNgTbuGFTEMLQkAJ1lQQe//v94AAAAASUVORK5CYII=',
	'base64',
);

/** The files of messages that came in. They need a token, as the service's operations do. */
export async function attachmentRoutes(server: FastifyInstance): Promise<void> {
	server.get('/attachments/:from/:to/photo.png', async ({ headers }, reply) => {
		const isKnown = accounts.some(({ token }) => headers.authorization === `Bearer ${token}`);
		if (!isKnown) return await reply.code(401).send();
		return await reply.type('image/png').send(photo);
	});
}
