import axios, { type AxiosResponse } from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import type { CredentialReference } from '../n8n/n8n-credentials';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import type { N8n } from '../n8n/n8n';
import { until } from '../n8n/until';
import { itemsThrough } from './test-workflow';

/** Who is asked. */
export const person = '+12025550199';

/** The link at the end of the last message that went to somebody. */
export async function linkIn(simulator: Simulator, to = person): Promise<string> {
	return await until(() => {
		const message = simulator.outbox.findLast((sent) => sent.to === to);
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

/** Sends the form of a page as a browser does. */
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

/** An execution that has asked a person and waits. */
export class AskedQuestion {
	private constructor(
		private readonly n8n: N8n,
		readonly execution: string,
		readonly link: string,
	) {}

	/** Asks with the node under test, behind these items. */
	static async asked(
		n8n: N8n,
		simulator: Simulator,
		credential: CredentialReference,
		parameters: INodeParameters = {},
		{ items, settings }: { items?: IDataObject[]; settings?: Partial<INode> } = {},
	): Promise<AskedQuestion> {
		const ask = { operation: 'sendAndWait', to: person, message: 'Deploy **now**?' };
		const options = { messagesPerSecond: 0, ...(parameters.options as object) };
		const workflow = itemsThrough(
			'phoneServiceMessaging',
			{ ...ask, ...parameters, options },
			items,
			settings,
		);
		const { id } = await n8n.workflows.import(workflow, [credential]);
		const execution = await n8n.workflows.run(id);
		await n8n.executions.ended(execution, { until: (status) => status === 'waiting' });
		return new AskedQuestion(n8n, execution, await linkIn(simulator));
	}

	/** Whether it still waits. */
	async waits(): Promise<boolean> {
		return (await this.n8n.executions.get(this.execution)).status === 'waiting';
	}

	/** The execution once it has ended. */
	async ended(): Promise<Execution> {
		return await this.n8n.executions.ended(this.execution);
	}

	/** What left the node once it was answered. */
	async gave(): Promise<unknown[]> {
		return jsonOf(await this.ended(), 'Good');
	}
}
