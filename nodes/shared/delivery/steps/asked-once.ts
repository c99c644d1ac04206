import { deepCopy } from 'n8n-workflow';

import { fingerprint } from '../ledger/message';
import type { Delivered, Step } from './step';

/** Asks each question once in a run, however many items want its answer. */
export function askedOnce(): Step {
	const answers = new Map<string, Promise<Delivered>>();
	return async ({ request }, next) => {
		const question = fingerprint([request.path, request.query]);
		const known = answers.get(question);
		if (known) return deepCopy(await known);
		const answer = next();
		answers.set(question, answer);
		return await answer;
	};
}
