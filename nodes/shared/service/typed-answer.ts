import { createHmac, timingSafeEqual } from 'crypto';

/** The inputs with which the Messaging Trigger hands on what a person typed, in place of those of the page. */
export interface TypedAnswer {
	typed: string;
	from: string;
	/** Shows that the sender holds the access token: who only has the link cannot say who typed what. */
	proof: string;
}

/** A typed answer for the link that has a signature of n8n. `token` is the access token, which is not in it. */
export function typedAnswer(token: string, signature: unknown, from: string, typed: string): TypedAnswer {
	const signed = JSON.stringify([signature, from, typed]);
	return { typed, from, proof: createHmac('sha256', token).update(signed).digest('hex') };
}

/** Whether what was sent is a typed answer that was made with the same access token for the same link. */
export function isProven(token: string, signature: unknown, sent: object): sent is TypedAnswer {
	const { from, typed, proof }: Partial<Record<keyof TypedAnswer, unknown>> = sent;
	if (typeof from !== 'string' || typeof typed !== 'string') return false;
	const own = Buffer.from(typedAnswer(token, signature, from, typed).proof);
	const given = Buffer.from(String(proof));
	return own.length === given.length && timingSafeEqual(own, given);
}
