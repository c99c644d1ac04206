import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import { CalledWorkflow } from '../n8n/called-workflow';
import type { CredentialReference } from '../n8n/n8n-credentials';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import type { N8n } from '../n8n/n8n';
import { linkIn } from '../n8n/question-page';
import { calledWithItems, itemsThrough } from './test-workflow';

/** Who is asked. */
export const person = '+12025550199';

const ask = { operation: 'sendAndWait', to: person, message: 'Deploy **now**?' };

function asking(parameters: INodeParameters): INodeParameters {
	return { ...ask, ...parameters, options: { messagesPerSecond: 0, ...(parameters.options as object) } };
}

/** Asks somebody in a production execution, and answers its id. */
export async function askedByCall(
	n8n: N8n,
	credential: CredentialReference,
	parameters: INodeParameters = {},
): Promise<string> {
	const workflow = await CalledWorkflow.published(n8n, [credential], (path) =>
		calledWithItems(path, 'phoneServiceMessaging', asking(parameters)),
	);
	return await workflow.call({ items: [{ order: 1 }] });
}

/** Waits until an execution waits for an answer. */
export async function untilWaiting(n8n: N8n, execution: string): Promise<void> {
	await n8n.executions.ended(execution, { until: (status) => status === 'waiting' });
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
		const workflow = itemsThrough('phoneServiceMessaging', asking(parameters), items, settings);
		const { id } = await n8n.workflows.import(workflow, [credential]);
		const execution = await n8n.workflows.run(id);
		await untilWaiting(n8n, execution);
		return new AskedQuestion(n8n, execution, await linkIn(simulator, person));
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
