import {
	createRunExecutionData,
	deepCopy,
	type IDataObject,
	type IExecutionContext,
	type INode,
	type INodeParameters,
	type IRunData,
	type IRunExecutionData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { endRealInterval, realInterval } from './clock';
import {
	node,
	runWorkflow,
	workflowAround,
	type Finished,
	type RunOptions,
	type WorkflowJson,
} from './engine';
import { forgetLists, processedData } from './processed-data';
import { credential, plainImessage, simulator } from './simulated';

/**
 * Where n8n is killed: at one of the writes to its database, counted from the start of the run, once the service has
 * accepted so many messages, or after the node has ended.
 */
export type Kill = { write: number; when: 'before' | 'after' } | { accepted: number } | 'inLaterNode';

export interface CampaignRun {
	mode?: WorkflowExecuteMode;
	kill?: Kill;
	/** Stops the execution as a user does, once so many messages were accepted, or the node has run once. */
	stopAfter?: number | 'firstRound';
	/** The numbers that send, with commas between them; none unless told. */
	senders?: string;
	options?: INodeParameters;
	settings?: Partial<INode>;
	/** The text, where it is not that of other runs. */
	message?: string;
	/** The access token, when it is not that of other runs. */
	token?: string;
	/** Stored data of an execution to go on with. */
	from?: IRunExecutionData;
	/** Whether the node runs twice, with half of the messages each time, as in a loop. */
	inRounds?: boolean;
	/** Whether a second node sends another message to everybody, and what the execution does in between. */
	second?: 'atOnce' | 'afterWait';
}

/** So many people of a list. */
export function recipients(count: number): Array<{ to: string }> {
	return Array.from({ length: count }, (_, index) => ({ to: `+12025550${160 + index}` }));
}

/** An execution that was started, and what n8n keeps of it. */
export interface Started {
	/** What its trigger gave out. */
	items: IDataObject[];
	/** Nothing when n8n was killed. */
	finished?: Finished;
	/** What n8n stored of it before it ran. */
	context?: IExecutionContext;
	/** Whether n8n was killed while it forgot a run that had ended. */
	wasForgetting?: boolean;
	/** Whether it was stopped. */
	wasStopped?: boolean;
}

function workflow(
	items: IDataObject[],
	{ senders, options, settings, message, inRounds, second }: CampaignRun,
): WorkflowJson {
	const parameters = {
		...plainImessage,
		...(senders && { from: senders }),
		...(message && { message }),
		options: { messagesPerSecond: 0, requestsAtOnce: 3, ...options },
	};
	const half = inRounds ? Math.ceil(items.length / 2) : items.length;
	const json = workflowAround('phoneServiceMessaging', parameters, items.slice(0, half), {
		onError: 'continueRegularOutput',
		...settings,
	});
	if (second) addSecond(json, second);
	if (half === items.length) return json;
	json.nodes.push(node('Rest', 'items', { items: items.slice(half) as never }));
	json.connections.Items?.main?.[0]?.push({ node: 'Rest', type: 'main', index: 0 });
	json.connections.Rest = { main: [[{ node: 'Node', type: 'main', index: 0 }]] };
	return json;
}

/** Has a second node send another message to everybody. */
function addSecond({ nodes, connections }: WorkflowJson, second: 'atOnce' | 'afterWait'): void {
	const first = nodes.find(({ name }) => name === 'Node') as INode;
	const parameters = { ...first.parameters, message: 'Second' };
	const between = node('Between', second === 'afterWait' ? 'wait' : 'pass', {});
	nodes.push(between, { ...first, id: 'Second', name: 'Second', parameters });
	connections.Node?.main?.[0]?.push({ node: 'Between', type: 'main', index: 0 });
	connections.Between = { main: [[{ node: 'Second', type: 'main', index: 0 }]] };
}

/**
 * Runs the messages in n8n's engine. When n8n is killed, nothing more reaches its database or the service, and what the
 * execution would have given out is lost.
 */
export async function startRun(items: IDataObject[], run: CampaignRun = {}): Promise<Started> {
	let stop = () => {};
	let killed = false;
	let writes = 0;
	let ended = false;
	let killedAtEnd = false;
	let wasStopped = false;
	const { kill } = run;
	const accepted = simulator().outbox.length;
	const die = () => {
		if (killed) return;
		killed = true;
		killedAtEnd = ended;
		processedData.frozen = true;
		simulator().fault({ kind: 'resetBefore', times: 0 });
		stop();
	};
	processedData.disturb = (when) => {
		if (when === 'before') writes += 1;
		if (typeof kill === 'object' && 'write' in kill && kill.write === writes && kill.when === when) die();
	};
	const watch = realInterval(() => {
		if (
			typeof kill === 'object' &&
			'accepted' in kill &&
			simulator().outbox.length - accepted >= kill.accepted
		)
			die();
		if (typeof run.stopAfter === 'number' && simulator().outbox.length >= run.stopAfter) {
			wasStopped ||= !ended;
			stop();
		}
	}, 1);
	try {
		const options: RunOptions = {
			mode: run.mode,
			from: run.from,
			onEnd: () => {
				if (kill === 'inLaterNode') die();
				ended = true;
			},
			onNodeEnd: (name) => {
				if (name === 'Node' && run.stopAfter === 'firstRound') stop();
			},
			onStart: (cancel) => {
				stop = cancel;
			},
		};
		let finished = await runWorkflow(workflow(items, run), credential(run.token), options);
		while (finished.isWaiting && !killed) finished = await finished.resume(options);
		const context = finished.executionContext;
		if (killed && !killedAtEnd) return { items, context };
		return { items, context, finished, wasForgetting: killedAtEnd, wasStopped };
	} finally {
		endRealInterval(watch);
		await processedData.quiet();
		await nothingArrives();
		if (killed) forgetLists();
		processedData.frozen = false;
		processedData.disturb = () => {};
		simulator().clearFaults();
	}
}

/** Waits until requests that had left are with the simulator, and answered or reset. */
async function nothingArrives(): Promise<void> {
	let quietFor = 0;
	while (quietFor < 200) {
		await new Promise(setImmediate);
		quietFor = simulator().requests.some(({ underWay }) => underWay) ? 0 : quietFor + 1;
	}
}

/**
 * What n8n 2.41.1 keeps of an execution that it was killed in: the trigger to start from, with what it stored before,
 * and where it was killed in a node, a run that it makes up for each one that had started. Retry takes that back for
 * the last node of the workflow alone.
 */
export function recovered(
	{ items, context }: Started,
	madeUpRuns = true,
	run: CampaignRun = {},
): IRunExecutionData {
	const { nodes } = workflow(items, run);
	const [trigger] = nodes as [INode];
	const madeUp = { startTime: 0, executionIndex: 0, executionTime: 0, source: [null] };
	const data = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] };
	const runData: IRunData = {
		[trigger.name]: [{ ...madeUp, executionStatus: 'success', data }],
		Node: [{ ...madeUp, executionStatus: 'crashed' }],
	};
	return createRunExecutionData({
		resultData: { runData: madeUpRuns ? runData : {} },
		executionData: {
			nodeExecutionStack: [{ node: trigger, data: { main: [[{ json: {} }]] }, source: null }],
			runtimeData: context && deepCopy(context),
		},
	});
}

/** Retries an execution as n8n's executions list does: from its stored data, or from the trigger when that is lost. */
export async function retryRun(started: Started, run: CampaignRun = {}): Promise<Started> {
	const { items, finished } = started;
	if (finished?.error) {
		const { nodes, connections } = workflow(items, run);
		return { ...started, finished: await finished.retry({ nodes, connections }), wasStopped: false };
	}
	return await startRun(items, { ...run, mode: 'retry', from: run.from ?? recovered(started, false, run) });
}
