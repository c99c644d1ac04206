import axios, { type AxiosResponse } from 'axios';
import type { Simulator } from '../../simulator/simulator';
import { until } from './until';

/** The link at the end of the last message that went to somebody, once there is one. */
export async function linkIn({ outbox }: Pick<Simulator, 'outbox'>, to: string): Promise<string> {
	return await until(() => {
		const message = outbox.findLast((sent) => sent.to === to);
		return /http:\/\/\S+$/.exec(message?.message ?? '')?.[0];
	});
}

/** Asks for a link as a program does. */
export async function fetched(link: string, settings: object = {}): Promise<AxiosResponse<string>> {
	return await axios.request({
		url: link,
		proxy: false,
		validateStatus: () => true,
		transformResponse: (data: unknown) => data,
		...settings,
	});
}

/** Sends the form of a question's page as a browser does. */
export async function submitted(
	link: string,
	fields: Record<string, string | string[]>,
): Promise<AxiosResponse<string>> {
	const data = new FormData();
	for (const [name, values] of Object.entries(fields)) {
		for (const value of [values].flat()) data.append(name, value);
	}
	return await fetched(link, { method: 'POST', data });
}
