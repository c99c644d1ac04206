import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './description';
import { end } from './measurement';

/** Ends the measurement and says how many of the contender's items carry an error. */
export class BenchEnd implements INodeType {
	description = benchDescription('benchEnd');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const errors = items.flatMap(({ json, error }) => {
			const failed = error ?? json.error ?? (json.status === 'accepted' ? undefined : json.reason);
			return failed ? [failed] : [];
		});
		const answered = items.filter(({ json }) => json.message_id ?? json.data).length;
		end(answered, errors.map(text));
		return [[]];
	}
}

function text(error: unknown): string {
	return error instanceof Error ? error.message : JSON.stringify(error);
}
