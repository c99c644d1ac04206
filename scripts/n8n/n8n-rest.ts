import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios, { AxiosError, type AxiosInstance, type AxiosResponse } from 'axios';
import { until } from './until';

/** Who signs in to an n8n. */
export interface SignIn {
	email: string;
	password: string;
}

/**
 * The editor's HTTP interface, signed in: axios with base address `<url>/rest`, session cookie and `browser-id`. On an
 * n8n without an owner, the owner is set up with this sign-in. Answers are taken out of n8n's wrapping.
 */
export async function signedInRest(url: string, signIn: SignIn): Promise<AxiosInstance> {
	const rest = restClient(url, { 'browser-id': randomUUID() });
	const { userManagement } = await servedSettings(rest);
	const answer = userManagement.showSetupOnFirstLoad
		? await rest.post('/owner/setup', { ...signIn, firstName: 'Phone', lastName: 'Service' })
		: await rest.post('/login', { emailOrLdapLoginId: signIn.email, password: signIn.password });
	const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
	rest.defaults.headers.Cookie = cookies.join('; ');
	return rest;
}

/** What tells n8n whose session a request belongs to. */
export interface SessionHeaders {
	Cookie: string;
	'browser-id': string;
}

/** The session of a client of {@link signedInRest}, for another one by {@link restClient}. */
export function sessionHeaders({ defaults: { headers } }: AxiosInstance): SessionHeaders {
	return { Cookie: String(headers.Cookie), 'browser-id': String(headers['browser-id']) };
}

/**
 * A client of the editor's HTTP interface at this address. Each request has a connection of its own: n8n closes one
 * that was idle for 5 seconds, and a test process that was busy that long would notice only when it uses it.
 */
export function restClient(url: string, headers: Partial<SessionHeaders>): AxiosInstance {
	const rest = axios.create({
		baseURL: `${url}/rest`,
		httpAgent: new Agent({ keepAlive: false }),
		proxy: false,
		timeout: 60_000,
		headers,
	});
	rest.interceptors.response.use(unwrapped, (error: unknown) => {
		throw refusal(error);
	});
	return rest;
}

interface Settings {
	userManagement: { showSetupOnFirstLoad: boolean };
}

/** The public settings of n8n. An older release says that it is ready (404 here) a little before it serves them. */
export async function servedSettings(rest: AxiosInstance): Promise<Settings> {
	return await until(async () => (await rest.get<Settings>('/settings')).data, 60_000);
}

/** n8n wraps most of what it answers. */
function unwrapped(answer: AxiosResponse<{ data?: unknown }>): AxiosResponse {
	return { ...answer, data: answer.data.data ?? answer.data };
}

/** An error that holds neither headers nor bodies of the request, since those carry tokens. */
function refusal(error: unknown): unknown {
	if (!(error instanceof AxiosError)) return error;
	const { config, message, response } = error as AxiosError<{ message?: string }>;
	const answer = response && `${String(response.status)}, ${response.data.message ?? ''}`;
	return new Error(`${config?.method ?? ''} /rest${config?.url ?? ''}: ${answer ?? message}`);
}
