import { HostileServer, type Asked, type Behaviour } from './hostile-server';

/** The number that the trigger of the tables watches. */
export const watchedNumber = '+16465550106';

type Json = Record<string, unknown>;

/** The record of the watched number, forwarding or not. */
export function forwarding(enabled: boolean): Json {
	const to = enabled ? '+12025550190' : null;
	return { enabled, to, status: 'active', estimated_completion: null };
}

export const lookup: Json = {
	number: '+12025550199',
	formatted: '(202) 555-0199',
	country: 'US',
	caller_name: 'ADA',
	line_type: 'mobile',
	city: 'Washington',
	region: 'District of Columbia',
	carrier: { name: 'Northwind Mobile', type: 'mobile', mcc: '001', mnc: '01' },
	ported: { ported: false, date: '2020-01-01', original_carrier: 'Northwind', current_carrier: 'Northwind' },
	imessage: null,
	facetime: null,
	service_risk_scoring_beta: null,
};

/** What the service would answer to each of the subjects' requests, as `data`. */
export function goodData({ path }: Pick<Asked, 'path'>): Json {
	if (path.startsWith('/send/')) return { message_id: 'imsg_575488de3027a03b3cb95726' };
	if (path.startsWith('/facetime/')) return { available: true };
	if (path.startsWith('/numbers/')) return { number: watchedNumber, call_forwarding: forwarding(true) };
	return lookup;
}

/** The success envelope around data. */
export function envelope(data: unknown): Json {
	const id = 'req_344fe606d471e06aad6a9fce';
	return { id, timestamp: 1_795_217_098_601, api_version: 'v2026.11.5', object: 'response', data };
}

/** The error envelope of a status. */
export function errorEnvelope(status: number, data: Json = {}, id = 'err_1'): Json {
	return { ...envelope({ error: 'No', status, ...data }), id, object: 'error' };
}

type Headers = Record<string, string>;

/** A response with a body of its length, as text for the wire. */
export function response(status: number, body: string | Buffer, headers: Headers = {}): Buffer {
	const bytes = Buffer.from(body);
	const all = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length), ...headers };
	return Buffer.concat([Buffer.from(head(status, all)), bytes]);
}

/** Status line and headers, as text for the wire. */
export function head(status: number, headers: Headers): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${String(status)} Whatever`, ...lines, '', ''].join('\r\n');
}

/** Answers every request with these bytes, and closes. */
export function writes(bytes: string | Buffer): Behaviour {
	return (socket) => socket.end(bytes);
}

/** Answers every request with a status and JSON, made for the request when it is a function. */
export function answers(
	status: number,
	body: Json | ((asked: Asked) => unknown),
	headers: Headers = {},
): Behaviour {
	return (socket, asked) =>
		socket.end(response(status, JSON.stringify(typeof body === 'function' ? body(asked) : body), headers));
}

/** Answers as the service would, with something changed in the envelope or its data. */
export function answersWith(envelopeChange: Json, dataChange: Json = {}): Behaviour {
	return answers(200, (asked) => ({ ...envelope({ ...goodData(asked), ...dataChange }), ...envelopeChange }));
}

/** Answers as the service would, with something changed in the data of the operations below this path. */
export function answersAt(path: '/send/' | '/numbers/', dataChange: Json): Behaviour {
	return (socket, asked) => answersWith({}, asked.path.startsWith(path) ? dataChange : {})(socket, asked);
}

export const asTheService: Behaviour = answersWith({});

/** Does work while a server answers every request with these data. */
export async function whileAnswered<Result>(
	data: unknown,
	work: (baseUrl: string) => Promise<Result>,
): Promise<Result> {
	const server = await HostileServer.start(answers(200, envelope(data)));
	return await work(server.url);
}
