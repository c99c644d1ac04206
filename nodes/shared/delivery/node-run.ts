import {
	deepCopy,
	NodeConnectionTypes,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INode,
} from 'n8n-workflow';

import { RunParameters } from '../operation/run-parameters';
import type { NodeOperation } from '../operation/operation';
import type { Answer } from '../service/answer';
import { credentialType, serviceAccount, type ServiceAccount } from '../service/service-account';
import type { DeliveryOptions } from './delivery-options';
import { Lane } from './pace/lane';
import { Ledger } from './ledger/ledger';
import type { KeyedRate } from './pace/rate-of';
import { Slots } from './pace/slots';

type Item = IExecutePaginationFunctions;

const runs = new WeakMap<object, NodeRun>();

/** Enough that the items of every sender of a pool are among them, few enough to keep thousands out of memory. */
const preparedAtOnce = 1000;

/** An agent calls its tool with the agent's own execute data: one item, whatever the agent works on. */
function isToolCall(item: Item, node: INode): boolean {
	return item.getExecuteData().node.name !== node.name;
}

function itemCount(item: Item, node: INode): number {
	if (node.executeOnce || isToolCall(item, node)) return 1;
	const { main, ai_tool: tool } = item.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}

/** Where n8n stores what the execution remembers of the node; nowhere, when a tool is called outside of one. */
function executionMemory(item: Item): IDataObject {
	try {
		return item.getContext('node') as IDataObject;
	} catch {
		return {};
	}
}

/** What the items of one run of a node share: one pass of the engine over all its input items. */
export class NodeRun {
	readonly ledger: Ledger;

	readonly continuesOnFail: boolean;

	private readonly expected: number;

	private readonly arrived = new Set<number>();

	private open = () => {};

	private readonly opened = new Promise<void>((resolve) => {
		this.open = resolve;
	});

	private readonly lanes = new Map<string, Lane>();

	private readonly parameters = new Map<string, RunParameters>();

	private readonly reads = new Map<string, Promise<Answer>>();

	private readonly preparing = new Slots(preparedAtOnce);

	private slots?: Slots;

	private accountOnce?: Promise<ServiceAccount>;

	private succeeded = 0;

	private constructor(
		item: Item,
		readonly node: INode,
		private readonly number: number,
	) {
		this.expected = itemCount(item, node);
		this.continuesOnFail = item.continueOnFail();
		this.ledger = new Ledger(executionMemory(item), number);
	}

	/**
	 * The run that an item belongs to. The engine gives every run of a node its own execute data, and a call of a
	 * tool its own arguments, and uses them again for each try of Retry On Fail: an item that arrives a second time
	 * begins the next try, which has the number, and so the ledger, of the first.
	 */
	static of(item: Item): NodeRun {
		const index = item.getItemIndex();
		const executeData = item.getExecuteData();
		const running = runs.get(executeData);
		const run = running && !running.arrived.has(index) ? running : NodeRun.begin(item);
		run.arrived.add(index);
		return run;
	}

	private static begin(item: Item): NodeRun {
		const node = item.getNode();
		const key = isToolCall(item, node)
			? item.getInputData(0, NodeConnectionTypes.AiTool).json
			: item.getExecuteData();
		const number = runs.get(key)?.number ?? item.getWorkflowDataProxy(item.getItemIndex()).$runIndex;
		const run = new NodeRun(item, node, number);
		runs.set(key, run);
		return run;
	}

	/**
	 * Waits until the engine has handed over every item. A parameter that the engine cannot evaluate for a later
	 * item fails the whole node at once, and requests made before that would be lost from sight. With Continue On
	 * Fail the engine goes on, so nothing has to wait.
	 */
	async allItemsHandedOver(): Promise<void> {
		if (this.continuesOnFail || this.arrived.size >= this.expected) this.open();
		await this.opened;
	}

	/** Does the work of an item in the order of the items, so that not all of them wait with their requests made. */
	async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		await this.preparing.acquire();
		try {
			return await work();
		} finally {
			this.preparing.release();
		}
	}

	/** What all items share of the parameters of an operation. */
	parametersOf({ id, fields }: NodeOperation): RunParameters {
		const known = this.parameters.get(id);
		if (known) return known;
		const parameters = new RunParameters(this.node.parameters, fields);
		this.parameters.set(id, parameters);
		return parameters;
	}

	/** The account of the node's credential, read once. InvalidInput when its base URL cannot be used. */
	async account(item: Item): Promise<ServiceAccount> {
		this.accountOnce ??= item.getCredentials(credentialType).then(serviceAccount);
		return await this.accountOnce;
	}

	/** The lane of all items of this run that keep the same rate. */
	lane({ key, rate }: KeyedRate, { requestsAtOnce }: DeliveryOptions): Lane {
		this.slots ??= new Slots(requestsAtOnce);
		const known = this.lanes.get(key);
		if (known) return known;
		const lane = new Lane(rate, this.slots);
		this.lanes.set(key, lane);
		return lane;
	}

	/** The answer to a read, asked once in this run however many items want it. */
	async readOnce(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const asked = this.reads.get(key);
		if (asked) return deepCopy(await asked);
		const answer = ask();
		this.reads.set(key, answer);
		return await answer;
	}

	/** Notes that an item succeeded; after the last one there is nothing left to remember. */
	noteSuccess(): void {
		this.succeeded += 1;
		if (this.succeeded === this.expected) this.ledger.forgetRun();
	}
}
