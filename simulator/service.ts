import type { FastifyRequest } from 'fastify';
import type OpenAPIBackend from 'openapi-backend';
import type { Operation, Request } from 'openapi-backend';
import { serviceOperations, type OperationId } from '../nodes/shared/contract/contract';
import { accounts, type Account } from './accounts';
import { brokenReaction, isProcessed, takeFaults, type BreakingEffect, type FaultTarget } from './faults';
import type { ValueSchema } from '../nodes/shared/input/values';
import type { MessageFile } from './files';
import { operations } from './operations';
import { errorAnswer, successAnswer, type Reaction } from './reaction';
import { ServiceError } from './service-error';
import type { RecordedRequest } from './records';
import type { SimulatorState } from './state';

/** A request as it came over the wire; its body is text, or nothing. */
type IncomingRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'>;

/** A request on its way through the service. */
interface Exchange {
	recorded: RecordedRequest;
	/** The operation of the document, if it has one for the request. */
	operation: Operation | undefined;
	account: Account | undefined;
	/** Parameters of the path, decoded. */
	params: Record<string, string>;
	/** How the request deviates from the document. */
	problems: string[];
}

/** The service: routes, checks, records and answers requests. */
export class Service {
	constructor(
		private readonly backend: OpenAPIBackend,
		private readonly state: SimulatorState,
	) {}

	/** Handles one request from its arrival to the decision what to do with the connection. */
	async reactionTo(request: IncomingRequest): Promise<Reaction> {
		const exchange = this.received(request);
		const { recorded } = exchange;
		const { faults, held, settings } = this.state;
		const { latencyMs, effect } = takeFaults(faults, targetOf(exchange));
		const ms = settings.latencyMs + latencyMs;
		const isCut = ms > 0 && (await held.hold(ms)) === 'released';
		const reaction: Reaction = isCut
			? { kind: 'reset' }
			: await this.withEffect(effect, async () => await this.processed(exchange));
		recorded.underWay = false;
		recorded.answeredStatus = reaction.kind === 'answer' ? reaction.status : null;
		return reaction;
	}

	/** Reads and records a request. */
	private received(request: IncomingRequest): Exchange {
		const { authorization, ...headers } = request.headers;
		const account = accounts.find(({ token }) => token === bearerToken(authorization));
		const routed = routedRequest(request);
		const operation = this.backend.router.matchOperation(routed);
		const problems = this.problems(request, routed, operation);
		const { params, query, requestBody } = this.backend.router.parseRequest(routed, operation);
		const recorded: RecordedRequest = {
			operationId: (operation?.operationId as OperationId | undefined) ?? null,
			method: request.method,
			path: request.url.split('?', 1)[0] ?? '',
			query: query as Record<string, unknown>,
			body: (requestBody as unknown) ?? null,
			headers,
			authorization: account ? 'ok' : authorization === undefined ? 'missing' : 'wrong',
			at: Date.now(),
			underWay: true,
			answeredStatus: null,
		};
		this.state.requests.push(recorded);
		if (problems.length > 0) this.recordViolation('request', recorded, problems);
		return { recorded, operation, account, params: params as Record<string, string>, problems };
	}

	private problems(request: IncomingRequest, routed: Request, operation?: Operation): string[] {
		if (!operation) return ['path: the document has no such operation'];
		const { errors } = this.backend.validateRequest(routed, operation);
		const deviations = (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
		return [...bodyProblems(request, 'requestBody' in operation), ...deviations];
	}

	private recordViolation(
		side: 'request' | 'response',
		{ operationId, method, path }: RecordedRequest,
		problems: string[],
	): void {
		this.state.violations.push({ side, operationId, method, path, problems, at: Date.now() });
	}

	/** Does the work under an effect: not at all, or with another end than it would have had. */
	private async withEffect(
		effect: BreakingEffect | undefined,
		work: () => Promise<Reaction>,
	): Promise<Reaction> {
		if (!effect) return await work();
		const processed = isProcessed(effect) ? await work() : undefined;
		const broken = brokenReaction(effect, processed);
		if (broken) return broken;
		await this.state.held.hold();
		return { kind: 'reset' };
	}

	/** The answer of the service. One that the document does not know is a defect: 500. */
	private async processed(exchange: Exchange): Promise<Reaction> {
		const { recorded } = exchange;
		try {
			return await this.answer(exchange);
		} catch (defect) {
			this.recordViolation('response', recorded, [String(defect)]);
			return errorAnswer(500);
		}
	}

	private async answer(exchange: Exchange): Promise<Reaction> {
		const { operationId } = exchange.recorded;
		try {
			return await this.operate(exchange);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return this.checked(operationId, errorAnswer(error.status, error.details));
		}
	}

	/** Hands the request to the operation, if nothing speaks against it. */
	private async operate(exchange: Exchange): Promise<Reaction> {
		const { state } = this;
		const { recorded, operation, account, params, problems } = exchange;
		const { operationId } = recorded;
		const source = operation && 'x-source' in operation && operation['x-source'];
		const isKnown = source !== 'public-material' || state.settings.publicMaterial;
		if (!operationId || !isKnown) throw new ServiceError(404);
		if (!account) throw new ServiceError(401);
		if (!account.permitted) throw new ServiceError(403);
		if (problems.length > 0) throw new ServiceError(400);
		const { entitlement } = serviceOperations[operationId] as { entitlement?: string };
		if (entitlement && !state.hasEntitlement(account, entitlement)) throw new ServiceError(403);
		const { effect } = takeFaults(state.magicFaults, targetOf(exchange));
		return await this.withEffect(effect, async () => {
			const files = await this.fetchedFiles(operationId, recorded.body);
			const data = operations[operationId]({
				state,
				account,
				operationId,
				now: Date.now(),
				params,
				query: recorded.query,
				body: recorded.body ?? undefined,
				files,
			});
			return this.checked(operationId, successAnswer(data));
		});
	}

	/** Fetches the files of a message. One that cannot be fetched, or too large ones, refuse it (own choice). */
	private async fetchedFiles(operationId: OperationId, body: unknown): Promise<MessageFile[]> {
		const { to = '', attachments: urls = [] } = (body ?? {}) as { to?: string; attachments?: string[] };
		const { body: values } = serviceOperations[operationId].values as { body?: Record<string, ValueSchema> };
		const { files, unfetched, settings } = this.state;
		const fetched = await files.fetch(urls, settings.filesAt, values?.attachments?.maxBytes ?? 0);
		const failed = fetched.flatMap(({ url, problem }) =>
			problem ? [{ to, url, problem, at: Date.now() }] : [],
		);
		unfetched.push(...failed);
		if (failed.length > 0) throw new ServiceError(400);
		return fetched;
	}

	/** An answer that matches the document; throws where it does not. */
	private checked(operationId: OperationId | null, reaction: Reaction): Reaction {
		if (!operationId || reaction.kind !== 'answer') return reaction;
		const { errors } = this.backend.validateResponse(JSON.parse(reaction.body), operationId, reaction.status);
		if (!errors) return reaction;
		const problems = errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
		throw new Error(`The answer does not match the document: ${problems.join('; ')}`);
	}
}

/** The library takes `//x` for `/x`; the service knows no such path, so the second slash goes in encoded. */
function routedRequest({ method, url, headers, body }: IncomingRequest): Request {
	return {
		method,
		path: url.replace(/^\/\//, '/%2F'),
		headers: headers as Record<string, string | string[]>,
		body: body || undefined,
	};
}

function bearerToken(authorization = ''): string | undefined {
	return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** What is wrong with a body, beyond its schema: every body is JSON, and only some operations have one. */
function bodyProblems({ headers, body }: IncomingRequest, takesBody: boolean): string[] {
	const isEmpty = !body && !Number(headers['content-length']) && !headers['transfer-encoding'];
	if (isEmpty) return [];
	if (!takesBody) return ['body: the operation has none'];
	const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	return mediaType === 'application/json' ? [] : ['body: the media type must be application/json'];
}

/** What a request is about: the operation, the number in its path and the recipient, where it has them. */
function targetOf({ recorded: { operationId, body }, params }: Exchange): FaultTarget {
	const to = (body as { to?: unknown } | null)?.to;
	const isSend = operationId !== null && serviceOperations[operationId].effect === 'send';
	return {
		operationId,
		number: params.number,
		recipient: isSend && typeof to === 'string' ? to : params.to,
	};
}
