import type { FastifyInstance } from 'fastify';
import { accounts } from './accounts';

/** The sun above two hills: a photo as good as any. */
export const photo = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAGAAAABAAgMAAACYWpqdAAAADFBMVEW/4/f/0j9Mmk4vbzqjF357AAAArElEQVR42t3RMQ6DMAyFYaiEhLp06iV6ifYIDPg+PQojCkOOEA5WyZCWijT4HzpUlfD4PtmO4qLYbd0gF7GlEmlNOIsITIJZBGWE5rdQRWj/tPz7L+HfxXvgBfnmO63aji9uLsoNOb5y1+fg3nU3B22GHdbcddDw2ZLmy5YxfdL6MJ1rzBpiyzWCbqA7PXN95NDrUjl4AgXwBAFgUABPEAgUwBMEAgUYCNIVOgGk041EWU0cpQAAAABJRU5ErkJggg==',
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
