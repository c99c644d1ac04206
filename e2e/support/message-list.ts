import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import type { CredentialReference } from '../n8n/n8n-credentials';
import type { Execution } from '../n8n/n8n-executions';
import { payload, type Payload } from '../n8n/n8n-rest';
import { listWorkflow, schedule, type ListSettings, type Starter } from './list-workflow';
import type { N8n } from './n8n-session';
import { reached, recipients, type Reached } from './reached';
import { underTest } from './test-workflow';
import { until } from './until';

/** The list of {@link listWorkflow}, stored and published in an n8n. */
export class MessageList {
	private constructor(
		/** The n8n that holds it, which may be another process from one time to the next. */
		private readonly n8n: () => N8n,
		private readonly simulator: () => Simulator,
		readonly workflowId: string,
		private readonly path: string,
		private readonly settings: ListSettings,
	) {}

	static async published(
		n8n: () => N8n,
		simulator: () => Simulator,
		credential: CredentialReference,
		settings: ListSettings,
	): Promise<MessageList> {
		const path = randomUUID();
		const { id } = await n8n().workflows.import(listWorkflow(path, settings), [credential]);
		await n8n().workflows.activate(id);
		return new MessageList(n8n, simulator, id, path, settings);
	}

	/** Starts an execution, which may still be running then, and answers its id. */
	async started(by: Starter): Promise<string> {
		switch (by) {
			case 'By Hand':
				return await this.n8n().workflows.run(this.workflowId, { trigger: by });
			case 'Call':
				return await this.called();
			case 'Schedule':
				return await this.scheduled();
		}
	}

	/** Calls its webhook, with other recipients if told, and answers the id of the execution. */
	async called(to?: string[]): Promise<string> {
		const known = await this.executions();
		const body = { to, call: randomUUID() };
		await axios.post(`${this.n8n().url}/webhook/${this.path}`, body, { proxy: false });
		return await this.appeared(known);
	}

	/** Starts a Retry of one of its executions, which may still be running then, and answers the id of the new one. */
	async retryStarted(executionId: string): Promise<string> {
		const known = await this.executions();
		void this.n8n()
			.rest.post(`/executions/${executionId}/retry`, { loadWorkflow: false })
			.catch(() => undefined);
		return await this.appeared(known);
	}

	/** Presses *Execute step* on the node that sends, after an execution that the editor shows. */
	async stepExecuted({ data }: Execution): Promise<string> {
		const started = await this.n8n().rest.post<Payload<{ executionId: string }>>(
			`/workflows/${this.workflowId}/run`,
			{
				runData: data.resultData.runData,
				destinationNode: { nodeName: underTest, mode: 'inclusive' },
			},
		);
		return payload(started).executionId;
	}

	/** Changes parameters and settings of the node that sends, as a user does in the editor. */
	async change(parameters: INodeParameters, settings: Partial<INode> = {}): Promise<void> {
		await this.save(underTest, (node) => ({
			...settings,
			parameters: { ...node.parameters, ...parameters },
		}));
	}

	/** Waits until the service has accepted so many of its messages. */
	async hasSent(count: number): Promise<void> {
		await until(() => this.sentTo().length >= count);
	}

	/** The recipients of its messages that the service has accepted, in their order. */
	sentTo(text = this.settings.text): string[] {
		return this.simulator()
			.outbox.filter(({ message }) => message === text)
			.map(({ to }) => to);
	}

	/** What became of everybody; `told` is the execution that was to send what was missing. */
	reached(told?: Execution, sentTo = this.sentTo()): Reached {
		return reached(this.settings.to ?? recipients, sentTo, told);
	}

	/** Has its schedule start it once, some seconds from now. */
	private async scheduled(): Promise<string> {
		const secondsToPublish = 6;
		const second = new Date(Date.now() + secondsToPublish * 1_000).getUTCSeconds();
		const known = await this.executions();
		await this.save('Schedule', () => ({ parameters: schedule(`${String(second)} * * * * *`) }));
		await this.n8n().workflows.activate(this.workflowId);
		const started = await this.appeared(known);
		await this.n8n().workflows.deactivate(this.workflowId);
		return started;
	}

	private async executions(): Promise<string[]> {
		const { workflowId } = this;
		return (await this.n8n().executions.list({ workflowId })).map(({ id }) => id);
	}

	private async appeared(known: string[]): Promise<string> {
		return await this.n8n().executions.appeared(this.workflowId, known);
	}

	private async save(changed: string, change: (node: INode) => Partial<INode>): Promise<void> {
		const { name, nodes, connections, settings } = await this.n8n().workflows.get(this.workflowId);
		await this.n8n().rest.patch(`/workflows/${this.workflowId}`, {
			name,
			nodes: nodes.map((node) => (node.name === changed ? { ...node, ...change(node) } : node)),
			connections,
			settings,
		});
	}
}
