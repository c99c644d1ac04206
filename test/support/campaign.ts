import {
	createRunExecutionData,
	deepCopy,
	type IDataObject,
	type IExecutionContext,
	type INode,
	type INodeParameters,
	type IRunExecutionData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { endRealInterval, realInterval } from './clock';
import { node, runWorkflow, workflowAround, type Finished, type WorkflowJson } from './engine';
import type { Kill } from './histories';
import { forgetStores, processedData } from './processed-data';
import { credential, plainImessage, simulator } from './simulated';

export interface CampaignRun {
	mode?: WorkflowExecuteMode;
	kill?: Kill;
	/** Stops the execution as a user does, once so many messages were accepted. */
	stopAfter?: number;
	/** What differs from a plain iMessage. */
	parameters?: INodeParameters;
	options?: INodeParameters;
	settings?: Partial<INode>;
	token?: string;
	/** The base URL, if not that of the simulator. */
	baseUrl?: string;
	from?: IRunExecutionData;
	/** Whether the node runs twice, with half of the messages each time, as in a loop. */
	inRounds?: boolean;
}

/** An execution that was started, and what n8n keeps of it. */
export interface Started {
	/** What its trigger gave out. */
	items: IDataObject[];
	/** Nothing when n8n was killed. */
	finished?: Finished;
	/** What n8n stored of it before it ran. */
	context?: IExecutionContext;
	wasStopped?: boolean;
}

function workflow(
	items: IDataObject[],
	{ parameters, options, settings, inRounds }: CampaignRun,
): WorkflowJson {
	const defaults = { messagesPerSecond: 0 };
	const all = { ...plainImessage, ...parameters, options: { ...defaults, ...options } };
	const half = inRounds ? Math.ceil(items.length / 2) : items.length;
	const json = workflowAround('phoneServiceMessaging', all, items.slice(0, half), {
		onError: 'continueRegularOutput',
		...settings,
	});
	if (half === items.length) return json;
	json.nodes.push(node('Rest', 'items', { items: items.slice(half) as never }));
	json.connections.Items?.main?.[0]?.push({ node: 'Rest', type: 'main', index: 0 });
	json.connections.Rest = { main: [[{ node: 'Node', type: 'main', index: 0 }]] };
	return json;
}

/**
 * Runs the messages in n8n's engine. When n8n is killed, nothing more reaches its database or the service, and what the
 * execution would have given out is lost.
 */
export async function startRun(items: IDataObject[], run: CampaignRun = {}): Promise<Started> {
	const { kill, stopAfter = Infinity } = run;
	const {
		write,
		when: side,
		accepted = Infinity,
	}: Exclude<Kill, string> = typeof kill === 'object' ? kill : {};
	const account = { ...credential(run.token), ...(run.baseUrl && { baseUrl: run.baseUrl }) };
	const acceptedBefore = simulator().outbox.length;
	let stop = () => {};
	const writes = { before: 0, after: 0 };
	let [killed, ended, killedAtEnd, wasStopped] = [false, false, false, false];
	const die = () => {
		if (killed) return;
		killed = true;
		killedAtEnd = ended;
		processedData.frozen = true;
		simulator().fault({ kind: 'resetBefore', times: 0 });
		stop();
	};
	const look = () => {
		const { length } = simulator().outbox;
		if (length - acceptedBefore >= accepted) die();
		if (length < stopAfter) return;
		wasStopped ||= !ended;
		stop();
	};
	const watch = realInterval(look, 1);
	// Also on a busy machine nothing is recorded once it is over.
	processedData.disturb = (when) => {
		look();
		writes[when] += 1;
		if (write === writes[when] && side === when) die();
	};
	try {
		const finished = await runWorkflow(workflow(items, run), account, {
			mode: run.mode,
			from: run.from,
			onEnd: () => {
				if (kill === 'inLaterNode') die();
				ended = true;
			},
			onStart: (cancel) => {
				stop = cancel;
			},
		});
		const context = finished.executionContext;
		if (killed && !killedAtEnd) return { items, context };
		return { items, context, finished, wasStopped };
	} finally {
		endRealInterval(watch);
		await processedData.quiet();
		await nothingArrives();
		if (killed) forgetStores();
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
 * What n8n keeps of an execution: the trigger to start from, with what it stored before, and the answers unless it was killed in it
 * or stopped.
 */
function recovered({ items, context, finished, wasStopped }: Started, run: CampaignRun): IRunExecutionData {
	const [trigger] = workflow(items, run).nodes as [INode];
	/** After a kill, n8n makes up a run of each node that had started. */
	const data = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] };
	const madeUp = { startTime: 0, executionIndex: 0, executionTime: -1, source: [null], data };
	return createRunExecutionData({
		resultData: { runData: finished ? {} : { Items: [madeUp] } },
		executionData: {
			nodeExecutionStack: [{ node: trigger, data: { main: [[{ json: {} }]] }, source: null }],
			runtimeData: context && deepCopy(context),
			...(finished &&
				!wasStopped && { contextData: { 'node:Node': { sends: deepCopy(finished.context().sends) } } }),
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
	return await startRun(items, { ...run, mode: 'retry', from: recovered(started, run) });
}
