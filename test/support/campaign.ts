import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IRunExecutionData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { runWorkflow, workflowAround, type Finished, type WorkflowJson } from './engine';
import { processedData } from './processed-data';
import { credential, plainImessage, simulator } from './simulated';

/** Where n8n is killed: at one of the writes to its database, counted from the start of the run. */
export interface Kill {
	write: number;
	when: 'before' | 'after';
}

interface CampaignRun {
	mode?: WorkflowExecuteMode;
	kill?: Kill;
	/** Stops the execution as a user does, once so many messages were accepted. */
	stopAfter?: number;
	options?: INodeParameters;
	settings?: Partial<INode>;
	/** The access token, when it is not that of other runs. */
	token?: string;
	/** Stored data of an execution to go on with. */
	from?: IRunExecutionData;
}

/** An execution that was started, and what n8n keeps of it. */
export interface Started {
	/** What its trigger gave out. */
	items: IDataObject[];
	/** Nothing when n8n was killed. */
	finished?: Finished;
	/** Whether n8n was killed while the run forgot its record, everything being accepted, or before it had one. */
	wasForgetting?: boolean;
}

function workflow(items: IDataObject[], { options, settings }: CampaignRun): WorkflowJson {
	const parameters = { ...plainImessage, options: { messagesPerSecond: 0, requestsAtOnce: 3, ...options } };
	return workflowAround('phoneServiceMessaging', parameters, items, {
		onError: 'continueRegularOutput',
		...settings,
	});
}

/** Whether the execution keeps no run of the node any more, or none yet. */
function isForgotten(finished: Finished): boolean {
	const { recordedRuns } = finished.context() as { recordedRuns?: IDataObject };
	return recordedRuns !== undefined && Object.keys(recordedRuns).length === 0;
}

/**
 * Runs the messages in n8n's engine. When n8n is killed, nothing more reaches its database or the service, and what the
 * execution would have given out is lost.
 */
export async function startRun(items: IDataObject[], run: CampaignRun = {}): Promise<Started> {
	let stop = () => {};
	let killed = false;
	let writes = 0;
	processedData.disturb = (when) => {
		if (when === 'before') writes += 1;
		if (!run.kill || killed || run.kill.write !== writes || run.kill.when !== when) return;
		killed = true;
		processedData.frozen = true;
		simulator().fault({ kind: 'resetBefore', times: 0 });
		stop();
	};
	const watch = setInterval(() => {
		if (run.stopAfter !== undefined && simulator().outbox.length >= run.stopAfter) stop();
	}, 1);
	try {
		const finished = await runWorkflow(workflow(items, run), credential(run.token), {
			mode: run.mode,
			from: run.from,
			onStart: (cancel) => {
				stop = cancel;
			},
		});
		return killed ? { items, wasForgetting: isForgotten(finished) } : { items, finished };
	} finally {
		clearInterval(watch);
		await processedData.quiet();
		processedData.frozen = false;
		processedData.disturb = () => {};
		simulator().clearFaults();
	}
}

/**
 * What n8n 2.41.1 stores of an execution that it was killed in: the trigger to start from, and a run that it makes up
 * for each node that had started, which Retry takes back for the last node of the workflow alone.
 */
export function recovered(items: IDataObject[]): IRunExecutionData {
	const { nodes } = workflow(items, {});
	const [trigger] = nodes as [INode];
	const madeUp = { startTime: 0, executionIndex: 0, executionTime: 0, source: [null] };
	const data = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] };
	return createRunExecutionData({
		resultData: {
			runData: {
				[trigger.name]: [{ ...madeUp, executionStatus: 'success', data }],
				Node: [{ ...madeUp, executionStatus: 'crashed' }],
			},
		},
		executionData: {
			nodeExecutionStack: [{ node: trigger, data: { main: [[{ json: {} }]] }, source: null }],
		},
	});
}

/** Retries an execution as n8n's executions list does: from its stored data, or from the trigger when that is lost. */
export async function retryRun({ items, finished }: Started, run: CampaignRun = {}): Promise<Started> {
	if (finished?.error) return { items, finished: await finished.retry() };
	return await startRun(items, { ...run, mode: 'retry' });
}
