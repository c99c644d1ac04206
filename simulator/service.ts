import type { IncomingHttpHeaders } from 'node:http';
import type OpenAPIBackend from 'openapi-backend';
import type { Context } from 'openapi-backend';
import { serviceOperations, type OperationId } from '../nodes/shared/contract/contract';
import { accounts, type Account } from './accounts';
import { errorAnswer, jsonAnswer, successEnvelope, type Reaction } from './reaction';
import { openApiBackend } from './document';
import { brokenReaction, isProcessed, type BreakingEffect, type FaultTarget } from './faults';
import { magicAddress } from './magic-numbers';
import { operations } from './operations';
import { ServiceError, type ServiceErrorDetails } from './service-error';
import type { RecordedRequest, SimulatorState } from './state';

/** A request as it came over the wire. */
export interface IncomingRequest {
	method: string;
	/** Path and query, not decoded. */
	url: string;
	headers: IncomingHttpHeaders;
	/** The body's text; empty where there is none. */
	body: string;
}

/** A request on its way through the service. */
interface Exchange {
	state: SimulatorState;
	account: Account | undefined;
	/** How the request deviates from the document. */
	problems: string[];
}

type BackendRequest = Parameters<OpenAPIBackend['matchOperation']>[0];

function isOperationId(id: string | undefined): id is OperationId {
	return id !== undefined && id in serviceOperations;
}

function bearerToken(headers: IncomingHttpHeaders): string | undefined {
	return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function parsedBody(text: string): unknown {
	if (text === '') return null;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

function hasBody({ headers, body }: IncomingRequest): boolean {
	return (
		body !== '' || Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
	);
}

/** What is wrong with a body, beyond its schema: every body is JSON, and only some operations have one. */
function bodyProblems(request: IncomingRequest, takesBody: boolean): string[] {
	if (!hasBody(request)) return [];
	if (!takesBody) return ['body: the operation has none'];
	const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	return mediaType === 'application/json' ? [] : ['body: the media type must be application/json'];
}

/** The service: routes, checks, records and answers requests. */
export class Service {
	private constructor(
		private readonly backend: OpenAPIBackend,
		private readonly state: SimulatorState,
	) {
		this.registerHandlers();
	}

	static async create(state: SimulatorState): Promise<Service> {
		return new Service(await openApiBackend(), state);
	}

	/** Handles one request from its arrival to the decision what to do with the connection. */
	async reactionTo(request: IncomingRequest): Promise<Reaction> {
		const { state } = this;
		const backendRequest = this.backendRequest(request);
		const operation = this.backend.matchOperation(backendRequest);
		const operationId = isOperationId(operation?.operationId) ? operation.operationId : null;
		const exchange: Exchange = {
			state,
			account: accounts.find(({ token }) => token === bearerToken(request.headers)),
			problems: this.problems(request, backendRequest, operationId),
		};
		const recorded = this.record(request, operationId, exchange);
		const params = operationId ? this.pathParameters(backendRequest, operationId) : {};
		const { latencyMs, effect } = state.faults.take(targetOf(operationId, params, recorded.body));
		const reaction = await this.delayed(state.settings.latencyMs + latencyMs, async () => {
			return await this.withEffect(effect, operationId, async () => {
				return await this.processed(backendRequest, recorded, exchange);
			});
		});
		recorded.underWay = false;
		recorded.answeredStatus = reaction.kind === 'answer' ? reaction.status : null;
		return reaction;
	}

	/** The library takes `//x` for `/x`; the service knows no such path, so the second slash goes in encoded. */
	private backendRequest({ method, url, headers, body }: IncomingRequest): BackendRequest {
		return {
			method,
			path: url.replace(/^\/\//, '/%2F'),
			headers: headers as Record<string, string | string[]>,
			body: body === '' ? undefined : body,
		};
	}

	private problems(
		request: IncomingRequest,
		backendRequest: BackendRequest,
		operationId: OperationId | null,
	): string[] {
		if (!operationId) return ['path: the document has no such operation'];
		const operation = this.backend.getOperation(operationId);
		const problems = bodyProblems(request, operation !== undefined && 'requestBody' in operation);
		try {
			const { errors } = this.backend.validateRequest(backendRequest, operationId);
			for (const { instancePath, message } of errors ?? []) problems.push(`${instancePath} ${message}`);
		} catch (error) {
			if (!(error instanceof URIError)) throw error;
			problems.push('path: malformed percent-encoding');
		}
		return problems;
	}

	private record(
		request: IncomingRequest,
		operationId: OperationId | null,
		{ account, problems }: Exchange,
	): RecordedRequest {
		const { authorization, ...headers } = request.headers;
		const [path = '', search = ''] = request.url.split('?', 2);
		const recorded: RecordedRequest = {
			operationId,
			method: request.method,
			path,
			query: queryRecord(search),
			body: parsedBody(request.body),
			headers,
			authorization: account ? 'ok' : authorization === undefined ? 'missing' : 'wrong',
			at: Date.now(),
			underWay: true,
			answeredStatus: null,
		};
		this.state.requests.push(recorded);
		if (problems.length > 0) this.recordViolation('request', recorded, problems);
		return recorded;
	}

	private recordViolation(
		side: 'request' | 'response',
		{ operationId, method, path }: Pick<RecordedRequest, 'operationId' | 'method' | 'path'>,
		problems: string[],
	): void {
		this.state.violations.push({ side, operationId, method, path, problems, at: Date.now() });
	}

	private pathParameters(backendRequest: BackendRequest, operationId: OperationId): Record<string, string> {
		try {
			const operation = this.backend.getOperation(operationId);
			return this.backend.router.parseRequest(backendRequest, operation).params as Record<string, string>;
		} catch (error) {
			if (error instanceof URIError) return {};
			throw error;
		}
	}

	private async delayed(ms: number, work: () => Promise<Reaction>): Promise<Reaction> {
		if (ms > 0 && (await this.state.held.hold(ms)) === 'released') return { kind: 'reset' };
		return await work();
	}

	/** Does the work under an effect: not at all, or with another end than it would have had. */
	private async withEffect(
		effect: BreakingEffect | undefined,
		operationId: OperationId | null,
		work: () => Promise<Reaction>,
	): Promise<Reaction> {
		if (!effect) return await work();
		const processed = isProcessed(effect) ? await work() : undefined;
		const broken = brokenReaction(effect, operationId, processed);
		if (broken) return broken;
		await this.state.held.hold();
		return { kind: 'reset' };
	}

	/** Hands the request to the operation. An answer that the document does not know is a defect: 500. */
	private async processed(
		backendRequest: BackendRequest,
		recorded: RecordedRequest,
		exchange: Exchange,
	): Promise<Reaction> {
		const { operationId } = recorded;
		try {
			if (operationId && this.isAbsent(operationId)) refuse(404);
			return (await this.backend.handleRequest(backendRequest, exchange)) as Reaction;
		} catch (error) {
			try {
				return this.checked(operationId, errorAnswer(operationId, ...refusal(error, exchange)));
			} catch (defect) {
				this.recordViolation('response', recorded, [String(defect)]);
				return errorAnswer(operationId, 500);
			}
		}
	}

	/** Whether the deployment that is played lacks the operation. */
	private isAbsent(operationId: OperationId): boolean {
		const operation = this.backend.getOperation(operationId) as { 'x-source'?: string };
		return !this.state.settings.publicMaterial && operation['x-source'] === 'public-material';
	}

	/** An answer that matches the document; throws where it does not. */
	private checked(operationId: OperationId | null, reaction: Reaction): Reaction {
		if (!operationId || reaction.kind !== 'answer') return reaction;
		const { errors } = this.backend.validateResponse(JSON.parse(reaction.body), operationId, reaction.status);
		if (!errors) return reaction;
		const problems = errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
		throw new Error(`The answer does not match the document: ${problems.join('; ')}`);
	}

	private registerHandlers(): void {
		const { backend } = this;
		backend.registerSecurityHandler('bearer', (_context, { account }: Exchange) => account !== undefined);
		backend.register({
			notFound: () => refuse(404),
			methodNotAllowed: () => refuse(405),
			unauthorizedHandler: () => refuse(401),
			postSecurityHandler: (_context, { account, problems }: Exchange) => {
				if (account && !account.permitted) refuse(403);
				if (account && problems.length > 0) refuse(400);
			},
		});
		for (const operationId of Object.keys(operations) as OperationId[]) {
			backend.register(operationId, async (context: Context, exchange: Exchange) => {
				return await this.operate(operationId, context, exchange);
			});
		}
	}

	private async operate(
		operationId: OperationId,
		{ request }: Context,
		{ state, account }: Exchange,
	): Promise<Reaction> {
		if (!account) return refuse(401);
		const params = request.params as Record<string, string>;
		const body = request.requestBody as unknown;
		const magic = magicEffect(state, targetOf(operationId, params, body));
		return await this.withEffect(magic, operationId, async () => {
			const data = operations[operationId]({
				state,
				account,
				operationId,
				now: Date.now(),
				params,
				query: request.query as Record<string, string>,
				body,
			});
			return this.checked(operationId, jsonAnswer(200, successEnvelope(operationId, data)));
		});
	}
}

function refuse(status: number): never {
	throw new ServiceError(status);
}

/** Status and details of the refusal that an error stands for; throws every other error on. */
function refusal(error: unknown, { account }: Exchange): [number, ServiceErrorDetails] {
	if (error instanceof URIError) return [account ? 400 : 401, {}];
	if (error instanceof ServiceError) return [error.status, error.details];
	throw error;
}

function queryRecord(search: string): Record<string, string | string[]> {
	const query = new URLSearchParams(search);
	return Object.fromEntries(
		[...new Set(query.keys())].map((key) => {
			const values = query.getAll(key);
			return [key, values.length === 1 ? (values[0] as string) : values];
		}),
	);
}

/** What a request is about: the operation, the number in its path and the recipient, where it has them. */
function targetOf(
	operationId: OperationId | null,
	params: Record<string, string>,
	body: unknown,
): FaultTarget {
	const to = (body as { to?: unknown } | null)?.to;
	const isSend = operationId !== null && serviceOperations[operationId].effect === 'send';
	return {
		operationId,
		number: params.number,
		recipient: isSend && typeof to === 'string' ? to : params.to,
	};
}

/** The effect of a magic address, if the request is about one and it strikes. */
function magicEffect(state: SimulatorState, { recipient, number }: FaultTarget): BreakingEffect | undefined {
	const address = recipient ?? number;
	const magic = address === undefined ? undefined : magicAddress(address);
	if (!address || !magic?.effect) return undefined;
	return magic.times === undefined || state.strikesAgain(address, magic.times) ? magic.effect : undefined;
}
