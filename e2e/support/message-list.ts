import type { INodeParameters } from 'n8n-workflow';
import { limits } from '../../nodes/shared/rate/rate-queues';
import type { Simulator } from '../../simulator/simulator';
import type { Common } from '../../test/support/histories';
import { occurrences } from '../../test/support/occurrences';
import { calledWorkflow, type CalledWorkflow } from '../../scripts/n8n/called-workflow';
import type { ExportedWorkflow } from '../../scripts/n8n/exported-workflow';
import type { N8n } from '../../scripts/n8n/n8n';
import type { CredentialReference } from '../../scripts/n8n/n8n-credentials';
import { jsonOf, type Execution } from '../../scripts/n8n/n8n-executions';
import { until } from '../../scripts/n8n/until';
import { inLine, mainConnections, node, webhook } from '../../scripts/n8n/workflow-nodes';
import { patiently, plainSend, underTest, workflowOf } from './test-workflow';

/** The list, and the node that sends, as histories have them. */
export type ListSettings = Common & { list: NonNullable<Common['list']> };

/** What a row says of a message. */
export interface Told {
	to: string;
	status: string;
	already_sent?: boolean;
	reason?: string;
}

/** What the executions say of messages, row by row. */
export function toldBy(...executions: Execution[]): Told[] {
	return executions.flatMap((execution) => jsonOf<Told>(execution, underTest));
}

/** How a workflow that sends to a list is started, by the names of its triggers. */
const starters = { manual: 'By Hand', trigger: 'Call' } as const;

/**
 * A workflow that sends one message to each of a list. After a kill, n8n makes up a run of each node that had started, and its
 * Retry takes back that of the last of them in the order of the nodes here: that of the one that sends.
 */
function listWorkflow(
	path: string,
	{ list, parameters, options, settings, inRounds = false }: ListSettings,
): ExportedWorkflow {
	const send: INodeParameters = {
		...plainSend,
		...patiently,
		...parameters,
		options: { messagesPerSecond: 0, ...options },
	};
	const input = { mode: 'raw', jsonOutput: JSON.stringify({ list }), options: {} };
	const half = { batchSize: Math.ceil(list.length / 2), options: {} };
	const line = [
		node('List', 'n8n-nodes-base.set', input, { typeVersion: 3.4 }),
		node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'list', options: {} }),
		...(inRounds ? [node('Loop', 'n8n-nodes-base.splitInBatches', half, { typeVersion: 3 })] : []),
		node(underTest, 'phoneServiceMessaging', send, { onError: 'continueRegularOutput', ...settings }),
	];
	const connections = {
		...mainConnections({ 'By Hand': [['List']], Call: [['List']] }),
		...inLine(line),
		...(inRounds && mainConnections({ Loop: [[], [underTest]], [underTest]: [['Loop']] })),
	};
	const triggers = [node('By Hand', 'n8n-nodes-base.manualTrigger'), webhook('Call', path)];
	return workflowOf([...triggers, ...line], connections);
}

/** A workflow that sends one message to each of a list, stored and published in an n8n. */
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
		const workflow = await calledWorkflow(n8n, [credential], (path) => listWorkflow(path, settings));
		return new MessageList(n8n, simulator, workflow, settings);
	}

	/** Who is on it. */
	get people(): string[] {
		return this.settings.list.map(({ to }) => String(to));
	}

	/** Starts so many executions at the same time, which may still be running then, and answers their ids. */
	async started(by: keyof typeof starters, count = 1): Promise<string[]> {
		if (by === 'trigger') return await this.workflow.call(...Array<object>(count).fill({}));
		return [await this.n8n.workflows.run(this.workflow.id, { trigger: starters[by] })];
	}

	/** Changes the list and the node that sends, as a user does in the editor, and publishes that. */
	async change(settings: ListSettings): Promise<void> {
		if (JSON.stringify(settings) === JSON.stringify(this.settings)) return;
		this.settings = settings;
		for (const { name, parameters, onError } of listWorkflow('', settings).nodes) {
			if (name !== 'List' && name !== underTest) continue;
			await this.n8n.workflows.change(this.workflow.id, name, () => ({ parameters, onError }));
		}
		await this.n8n.workflows.activate(this.workflow.id);
	}

	/** Waits until the service has accepted so many of its messages. */
	async hasSent(count: number): Promise<void> {
		await until(() => this.sentTo().length >= count, 60_000);
	}

	/** The recipients of its messages that the service has accepted, in their order. */
	sentTo(): string[] {
		const { people } = this;
		const all = this.simulator().outbox.map(({ to }) => to);
		return all.filter((to) => people.includes(to));
	}

	/**
	 * Everybody has got the message once, or is told as unknown by the execution that was to send the rest: at most as many as
	 * were under way, and as many just accepted.
	 */
	expectEachOnce(rest: Execution): void {
		const sent = occurrences(this.sentTo());
		const unknown = toldBy(rest).flatMap(({ to, status }) => (status === 'unknown' ? [to] : []));
		for (const to of this.people) {
			const expected = sent[to] === undefined && unknown.includes(to) ? undefined : 1;
			expect([to, sent[to]]).toEqual([to, expected]);
		}
		expect(unknown.length).toBeLessThanOrEqual(2 * limits.requestsAtOnce);
	}
}
