import { deepCopy, type IDataObject, type IExecutePaginationFunctions, type INode } from 'n8n-workflow';

import type { Answer } from '../answer';
import { credentialType, serviceAccount, type ServiceAccount } from '../service-account';
import type { DeliveryOptions } from './delivery-options';
import { Lane } from './lane';
import { Ledger } from './ledger';
import type { KeyedRate } from './rate-of';
import { Slots } from './slots';

const runs = new WeakMap<object, NodeRun>();

function itemCount(item: IExecutePaginationFunctions, node: INode): number {
	if (node.executeOnce) return 1;
	const { main, ai_tool: tool } = item.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}

/** What the items of one run of a node share: one pass of the engine over all its input items. */
export class NodeRun {
	readonly node: INode;

	readonly ledger: Ledger;

	readonly continuesOnFail: boolean;

	private readonly expected: number;

	private readonly arrived = new Set<number>();

	private open = () => {};

	private readonly opened = new Promise<void>((resolve) => {
		this.open = resolve;
	});

	private readonly lanes = new Map<string, Lane>();

	private readonly reads = new Map<string, Promise<Answer>>();

	private slots?: Slots;

	private accountOnce?: Promise<ServiceAccount>;

	private succeeded = 0;

	private constructor(item: IExecutePaginationFunctions) {
		this.node = item.getNode();
		this.expected = itemCount(item, this.node);
		this.continuesOnFail = item.continueOnFail();
		this.ledger = new Ledger(
			item.getContext('node') as IDataObject,
			item.getWorkflowDataProxy(item.getItemIndex()).$runIndex,
		);
	}

	/**
	 * The run that an item belongs to. The engine gives every run of a node its own execute data, and uses it
	 * again for each try of Retry On Fail: there, an item that arrives a second time begins the next run.
	 */
	static of(item: IExecutePaginationFunctions): NodeRun {
		const executeData = item.getExecuteData();
		let run = runs.get(executeData);
		if (!run || run.arrived.has(item.getItemIndex())) {
			run = new NodeRun(item);
			runs.set(executeData, run);
		}
		run.arrived.add(item.getItemIndex());
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

	/** The account of the node's credential, read once. InvalidInput when its base URL cannot be used. */
	async account(item: IExecutePaginationFunctions): Promise<ServiceAccount> {
		this.accountOnce ??= item.getCredentials(credentialType).then(serviceAccount);
		return await this.accountOnce;
	}

	/** The lane of all items of this run that keep the same rate. */
	lane({ key, rate }: KeyedRate, { requestsAtOnce }: DeliveryOptions): Lane {
		this.slots ??= new Slots(requestsAtOnce);
		const known = this.lanes.get(key);
		if (known) return known;
		const lane = new Lane(rate(), this.slots);
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
