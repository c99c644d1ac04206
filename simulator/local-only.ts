import type { FastifyReply, FastifyRequest } from 'fastify';

const ownNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** A link that somebody follows to the page from elsewhere. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
	return (
		method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
	);
}

function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
	const { origin } = headers;
	const site = headers['sec-fetch-site'] ?? 'none';
	return (origin !== undefined && origin !== `http://${host}`) || !['none', 'same-origin'].includes(site);
}

/**
 * Refuses (403) what a web page of somebody else asks for: a foreign `Host`, as after DNS rebinding, and requests from
 * another origin. Programs such as curl and n8n send neither `Origin` nor `Sec-Fetch-Site` and are served. No page may
 * frame what is answered.
 */
export async function refuseOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	void reply.header('x-frame-options', 'DENY');
	const isRefused = !ownNames.test(request.host) || (isFromElsewhere(request) && !isNavigation(request));
	if (isRefused)
		await reply.code(403).send({ error: 'Only this machine, and no other web page, may ask this.' });
}
