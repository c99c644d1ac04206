import type { AxiosInstance } from 'axios';
import { parse } from 'flatted';
import type { ExecutionStatus, IRunExecutionData, ITaskData } from 'n8n-workflow';
import { until } from './until';

/** An execution in n8n's list. */
interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	/** `manual`, `trigger`, `webhook`, `retry` … */
	mode: string;
	startedAt: string;
}

/** An execution with everything that its nodes did. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

const underWay: ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];
const defaultMilliseconds = 120_000;

/** The executions of one n8n. */
export class N8nExecutions {
	constructor(private readonly rest: AxiosInstance) {}

	/** The latest executions of a workflow, at most 100, the youngest first. */
	async list(workflowId: string): Promise<ExecutionSummary[]> {
		const params = { filter: JSON.stringify({ workflowId }), limit: 100 };
		return (await this.rest.get<{ results: ExecutionSummary[] }>('/executions', { params })).data.results;
	}

	/** An execution as it stands now, its data decoded from the form that n8n stores. */
	async get(id: string): Promise<Execution> {
		const stored = (await this.rest.get<ExecutionSummary & { data: string }>(`/executions/${id}`)).data;
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** Waits until an execution has ended, well or badly, or, with `orWaits`, waits for somebody. */
	async ended(id: string, { milliseconds = defaultMilliseconds, orWaits = false } = {}): Promise<Execution> {
		return await until(async () => {
			const execution = await this.get(id);
			const { status } = execution;
			if (!underWay.includes(status) || (orWaits && status === 'waiting')) return execution;
			throw new Error(`Execution ${id} is still "${status}" after ${String(milliseconds)} ms`);
		}, milliseconds);
	}

	/** Waits for an execution of a workflow that is not among `known`, and answers its id. */
	async appeared(workflowId: string, known: string[] = []): Promise<string> {
		return await until(async () => {
			const another = (await this.list(workflowId)).find(({ id }) => !known.includes(id));
			if (another) return another.id;
			throw new Error(`Workflow ${workflowId} was not executed within ${String(defaultMilliseconds)} ms`);
		}, defaultMilliseconds);
	}

	/** {@link appeared}, and the end of that execution. */
	async next(workflowId: string): Promise<Execution> {
		return await this.ended(await this.appeared(workflowId));
	}

	/** The latest executions of a workflow, at most 100, each at its end. */
	async allEnded(workflowId: string): Promise<Execution[]> {
		const all = await this.list(workflowId);
		return await Promise.all(all.map(async ({ id }) => await this.ended(id)));
	}

	/** Does something that starts so many executions of a workflow, and answers their ids, in any order. */
	async startedBy(workflowId: string, work: () => unknown, count = 1): Promise<string[]> {
		const known = (await this.list(workflowId)).map(({ id }) => id);
		await work();
		const started: string[] = [];
		while (started.length < count) started.push(await this.appeared(workflowId, [...known, ...started]));
		return started;
	}

	/**
	 * Retries an execution as the executions list does, by the workflow as it is saved now if told, and answers the id of the new
	 * one. n8n answers the request once that has ended.
	 */
	async retryStarted(id: string, loadWorkflow = false): Promise<string> {
		const { workflowId } = await this.get(id);
		const timeout = defaultMilliseconds;
		const [started] = await this.startedBy(workflowId, () => {
			void this.rest.post(`/executions/${id}/retry`, { loadWorkflow }, { timeout }).catch(() => undefined);
		});
		return String(started);
	}

	/** Retries executions that were cut off, all at once, to their ends. One that n8n still calls running is stopped before. */
	async retryAll(cutOff: Array<{ id: string; status: string }>): Promise<void> {
		const timeout = defaultMilliseconds;
		await Promise.all(
			cutOff.map(async ({ id, status }) => {
				if (status === 'running') await this.stop(id);
				await this.rest.post(`/executions/${id}/retry`, { loadWorkflow: false }, { timeout });
			}),
		);
	}

	async stop(id: string): Promise<void> {
		await this.rest.post(`/executions/${id}/stop`, {});
	}
}

/** Each run of a node in an execution; none when it was not reached. */
export function runsOf(execution: Pick<Execution, 'data'>, node: string): ITaskData[] {
	return execution.data.resultData.runData[node] ?? [];
}

/** The JSON of the items that a node gave out at its first output, over all its runs. */
export function jsonOf<Shape = Record<string, unknown>>(
	execution: Pick<Execution, 'data'>,
	node: string,
): Shape[] {
	const items = runsOf(execution, node).flatMap((run) => run.data?.main?.[0] ?? []);
	return items.map(({ json }) => json as Shape);
}

/** Why an execution failed, in n8n's words: message and description; undefined when it did not. */
export function failureOf(execution: Execution): string | undefined {
	const error = execution.data.resultData.error as
		{ message?: string; description?: string | null } | undefined;
	if (error === undefined) return undefined;
	return [error.message, error.description].filter(Boolean).join(' ');
}
