import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { requestOf, type OfferedId } from '../support/operations';
import { demoToken } from '../../simulator/accounts';
import { runSimulator, simulator } from '../support/simulator-of-file';

export { simulator } from '../support/simulator-of-file';

/** Runs a simulator for the tests of a file, fresh for each test and unlimited in its rates unless asked for. */
export function useSimulator({ rates = false } = {}): void {
	runSimulator({ lookupRate: rates, sendRate: rates });
}

/** A caller of the service that takes every status as it comes. */
export function caller(token: string | null = demoToken): AxiosInstance {
	return axios.create({
		baseURL: simulator().url,
		headers: token === null ? {} : { Authorization: `Bearer ${token}` },
		validateStatus: () => true,
		maxRedirects: 0,
		timeout: 20_000,
	});
}

/** Sends a body as it is, whatever it is. */
export async function post(path: string, body?: unknown, token?: string): Promise<AxiosResponse> {
	return await caller(token).post(path, body);
}

/** Reads a path with the query as it is. */
export async function get(path: string, token?: string): Promise<AxiosResponse> {
	return await caller(token).get(path);
}

/** The page's HTML. */
export async function pageSource(query = ''): Promise<string> {
	return (await axios.get<string>(`${simulator().url}/${query}`)).data;
}

/** Somebody with every channel. */
export const ordinary = '+12065550133';

/** A number as it stands in a path. */
export function inPath(address: string): string {
	return encodeURIComponent(address);
}

/** Makes a request of an operation that the service accepts. */
export async function acceptedRequest(id: OfferedId, token?: string | null): Promise<AxiosResponse> {
	const { method, path, query, body } = requestOf(id);
	return await caller(token).request({ method, url: path, params: query, data: body ?? undefined });
}
