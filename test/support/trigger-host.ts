import { isDeepStrictEqual } from 'node:util';
import { PollContext, TriggersAndPollers } from 'n8n-core';
import {
	deepCopy,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type Workflow,
} from 'n8n-workflow';

import { additionalData, engineWorkflow, serviceNode, type WorkflowJson } from './engine';
import { severalNumbers } from './locators';
import { credential, leased } from './simulated';

/** What a poll of the trigger led to. */
export interface Polled {
	/** Items of the execution that it started. */
	items: IDataObject[];
	errors: Error[];
}

interface HostOptions {
	/** Whether n8n's durable poll cursors are on (N8N_POLLER_DURABLE_CURSORS_ENABLED). */
	durable?: boolean;
	/** The credential; one for the simulator by default. */
	account?: ICredentialDataDecryptedObject;
}

const triggerName = 'Trigger';

/** Triggers so far: each is one of its own, as in n8n. */
let hosts = 0;

function triggerWorkflow(parameters: INodeParameters, settings: Partial<INode> = {}): WorkflowJson {
	const trigger = serviceNode(triggerName, 'phoneServiceCallForwardingTrigger', parameters, settings);
	return { nodes: [trigger], connections: {} };
}

/** n8n-core's context of a poll of the trigger, for code that a poll calls. */
export function pollContext(): PollContext {
	const workflow = triggerWorkflow({});
	const [trigger] = workflow.nodes as [INode];
	const data = additionalData(workflow, credential());
	return new PollContext(engineWorkflow(workflow), trigger, data, 'trigger', 'activate');
}

/**
 * Polls the trigger in n8n-core's poll context and keeps its static data as n8n does. Without durable cursors
 * the data lives in memory and is stored at activation and with each emission. With them a poll works on a copy,
 * which n8n stores with each emission and after each scheduled poll if the poll has changed it, but not after the poll
 * of an activation. What a workflow has of its own, n8n stores at activation and with each emission.
 */
export class TriggerHost {
	private stored: IDataObject = {};

	private storedOfWorkflow: IDataObject = {};

	private workflow!: Workflow;

	private readonly id = `${triggerName} ${String((hosts += 1))}`;

	private readonly poller = new TriggersAndPollers();

	constructor(
		private parameters: INodeParameters,
		private readonly options: HostOptions = {},
	) {
		this.load();
	}

	/** Activates the workflow: n8n polls once, and stores the static data. Throws what the poll throws. */
	async activate(): Promise<Polled> {
		const polled = await this.run('trigger', 'activation');
		if (!this.options.durable) this.store();
		this.storeOfWorkflow();
		return polled;
	}

	/** One scheduled poll; what it throws becomes a failed execution. */
	async poll(): Promise<Polled> {
		try {
			return await this.run('trigger');
		} catch (error) {
			return { items: [], errors: [error as Error] };
		}
	}

	async fetchTestEvent(): Promise<IDataObject[]> {
		return (await this.run('manual')).items;
	}

	/**
	 * The workflow is saved with other parameters, or n8n is killed and started again: what was not stored is gone, and the
	 * trigger is activated.
	 */
	async activateAgain(parameters: INodeParameters = this.parameters): Promise<Polled> {
		this.parameters = parameters;
		this.load();
		return await this.activate();
	}

	/** The workflow is published again while a scheduled poll is under way. */
	async publishWhilePolling(parameters?: INodeParameters): Promise<{ old: Polled; activation: Polled }> {
		const poll = this.poll();
		const [old, activation] = await Promise.all([poll, this.activateAgain(parameters)]);
		return { old, activation };
	}

	memory(): IDataObject {
		return deepCopy(this.stored);
	}

	private load(): void {
		const settings = { id: this.id };
		this.workflow = engineWorkflow(triggerWorkflow(this.parameters, settings));
		Object.assign(this.workflow.getStaticData('node', this.triggerNode()), deepCopy(this.stored));
		Object.assign(this.workflow.getStaticData('global'), deepCopy(this.storedOfWorkflow));
	}

	private triggerNode(): INode {
		return this.workflow.getNode(triggerName) as INode;
	}

	private store(data = this.workflow.getStaticData('node', this.triggerNode())): void {
		this.stored = deepCopy(data);
	}

	private storeOfWorkflow(): void {
		this.storedOfWorkflow = deepCopy(this.workflow.getStaticData('global'));
	}

	private async run(mode: 'trigger' | 'manual', occasion = 'schedule'): Promise<Polled> {
		const errors: Error[] = [];
		const live = this.workflow.getStaticData('node', this.triggerNode());
		const { durable, account = credential() } = this.options;
		const staged = durable ? deepCopy(this.stored) : live;
		const seed = deepCopy(staged);
		const context = new PollContext(
			this.workflow,
			this.triggerNode(),
			additionalData({ nodes: [this.triggerNode()], connections: {} }, account),
			mode,
			'activate',
			() => {},
			(error) => errors.push(error),
			async () => {
				if (durable && !isDeepStrictEqual(staged, seed)) this.store(staged);
			},
			async (poll) => await poll(),
			() => staged,
		);
		const output: INodeExecutionData[][] | null = await this.poller.runPollFunction(
			this.workflow,
			this.triggerNode(),
			context,
		);
		const isNew = !isDeepStrictEqual(staged, seed);
		if (mode === 'trigger' && isNew && (output || (durable && occasion === 'schedule'))) this.store(staged);
		if (output) this.storeOfWorkflow();
		return { items: (output?.[0] ?? []).map(({ json }) => json), errors };
	}
}

/** A trigger that waits for applied changes of the number whose changes are queued. */
export function watching(parameters: INodeParameters = {}, options: HostOptions = {}): TriggerHost {
	return new TriggerHost(
		{ numbers: severalNumbers(leased.queued), event: 'changeApplied', ...parameters },
		options,
	);
}

/** Number and kind of each change that a poll emitted. */
export function changesOf({ items }: Polled): Array<[unknown, unknown]> {
	return items.map(({ number, change }) => [number, change]);
}
