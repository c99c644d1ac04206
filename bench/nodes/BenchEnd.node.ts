import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './description';
import { end } from './measurement';

/** Ends the measurement and says how many of the contender's items carry an answer. */
export class BenchEnd implements INodeType {
	description = benchDescription('benchEnd');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		end(this.getInputData().filter(({ json }) => json.message_id ?? json.data).length);
		return [[]];
	}
}
