import { randomUUID } from 'node:crypto';
import type { Simulator } from '../../simulator/simulator';
import { CalledWorkflow } from '../n8n/called-workflow';
import type { CredentialReference } from '../n8n/n8n-credentials';
import type { Execution } from '../n8n/n8n-executions';
import { listWorkflow, schedule, type ListSettings, type Starter } from './list-workflow';
import type { N8n } from '../n8n/n8n';
import { reached, recipients, type Reached } from './reached';
import { underTest } from './test-workflow';
import { until } from '../n8n/until';

/** The list of {@link listWorkflow}, stored and published in an n8n. */
export class MessageList {
	private constructor(
		private readonly n8n: N8n,
		private readonly simulator: () => Simulator,
		private readonly workflow: CalledWorkflow,
		private settings: ListSettings,
	) {}

	static async published(
		n8n: N8n,
		simulator: () => Simulator,
		credential: CredentialReference,
		settings: ListSettings,
	): Promise<MessageList> {
		const workflow = await CalledWorkflow.published(n8n, [credential], (path) =>
			listWorkflow(path, settings),
		);
		return new MessageList(n8n, simulator, workflow, settings);
	}

	get workflowId(): string {
		return this.workflow.id;
	}

	/** Starts an execution, which may still be running then, and answers its id. */
	async started(by: Starter): Promise<string> {
		if (by === 'Call') return String(await this.calledAtOnce([undefined]));
		if (by === 'Schedule') return await this.scheduled();
		return await this.n8n.workflows.run(this.workflowId, { trigger: by });
	}

	/** Calls its webhook with each of these lists of recipients at the same time, and answers the ids, in any order. */
	async calledAtOnce(lists: Array<string[] | undefined>): Promise<string[]> {
		return await this.workflow.callAtOnce(lists.map((to) => ({ to, call: randomUUID() })));
	}

	/** Changes the list and the node that sends, as a user does in the editor, and publishes that. */
	async edit(changes: Partial<ListSettings>): Promise<void> {
		this.settings = { ...this.settings, ...changes };
		for (const { name, parameters, onError } of listWorkflow('', this.settings).nodes) {
			if (name !== 'List' && name !== underTest) continue;
			await this.n8n.workflows.change(this.workflowId, name, () => ({ parameters, onError }));
		}
		await this.n8n.workflows.activate(this.workflowId);
	}

	/** Waits until the service has accepted so many of its messages. */
	async hasSent(count: number): Promise<void> {
		await until(() => this.sentTo().length >= count);
	}

	/** The recipients of its messages that the service has accepted, in their order. */
	sentTo(): string[] {
		const { to: people = recipients } = this.settings;
		return this.simulator()
			.outbox.map(({ to }) => to)
			.filter((to) => people.includes(to));
	}

	/** What became of everybody; `told` is the execution that was to send what was missing. */
	reached(told?: Execution): Reached {
		return reached(this.settings.to ?? recipients, this.sentTo(), told);
	}

	/** Has its schedule start it once, some seconds from now. */
	private async scheduled(): Promise<string> {
		const secondsToPublish = 6;
		const second = new Date(Date.now() + secondsToPublish * 1_000).getUTCSeconds();
		const parameters = schedule(`${String(second)} * * * * *`);
		const { workflows, executions } = this.n8n;
		await workflows.change(this.workflowId, 'Schedule', () => ({ parameters }));
		const activate = async () => await workflows.activate(this.workflowId);
		const [started] = await executions.startedBy(this.workflowId, activate);
		await workflows.deactivate(this.workflowId);
		return String(started);
	}
}
