import type { AxiosStatic } from 'axios';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './description';
import { messageTo } from './recipient';

/** The floor: the same requests made with n8n's axios alone, `BENCH_AT_ONCE` at once, without any expression. */
export class BenchAxios implements INodeType {
	description = benchDescription('benchAxios');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- n8n's own copy, found when n8n runs this
		const axios = require('axios') as AxiosStatic;
		const { BENCH_URL: url = '', BENCH_TOKEN: token, BENCH_AT_ONCE: atOnce } = process.env;
		const headers = { Authorization: `Bearer ${String(token)}` };
		const items = this.getInputData();
		const answers: INodeExecutionData[] = [];
		const waiting = items.entries();
		const worker = async () => {
			for (const [index, { json }] of waiting) {
				const body = { to: json.to, message: messageTo(String(json.name)) };
				const answer = await axios
					.post(url, body, { headers, proxy: false })
					.then(({ data }) => data)
					.catch((error: Error) => ({ error: error.message }));
				answers[index] = { json: answer, pairedItem: { item: index } };
			}
		};
		await Promise.all(Array.from({ length: Number(atOnce) }, worker));
		return [answers];
	}
}
