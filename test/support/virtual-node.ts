/**
 * A node that sends messages in virtual time, with its rows in a table as n8n keeps it, and without n8n's engine or a network:
 * for thousands of runs that are killed, stopped and begun again.
 */
import {
	sleep,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';

import { sendImessage } from '../../nodes/Messaging/messaging.operations';
import { fingerprint } from '../../nodes/shared/input/fingerprint';
import { ItemParameters, RunParameters } from '../../nodes/shared/parameters/parameters';
import type { RecordedRun } from '../../nodes/shared/record/execution-memory';
import type { Rows } from '../../nodes/shared/n8n/n8n-table';
import type { NodeRun } from '../../nodes/shared/items/node-run';
import { deliverItems } from '../../nodes/shared/send/run';
import type { Kill } from './histories';
import { forgetStores, ProcessedData, rowsIn } from './processed-data';

/** How one run is started, and how it ends unless by itself. */
export interface VirtualRun {
	mode: 'trigger' | 'manual' | 'retry';
	message: string;
	options?: INodeParameters;
	/** Whether the node runs twice, with half of the items each time, as in a loop. */
	inRounds?: boolean;
	kill?: Kill;
	/** Stops the execution as a user does, once so many messages were accepted. */
	stopAfter?: number;
}

/** An execution that was started, and what n8n keeps of it. */
export interface VirtualExecution extends Pick<RecordedRun, 'establishedAt' | 'source' | 'identity'> {
	people: string[];
	/** What the node gave out; nothing when n8n was killed. */
	rows?: IDataObject[];
	/** What is stored for the node. */
	memory: IDataObject;
	wasStopped: boolean;
}

/** What the service does with the next message to somebody, instead of accepting it or, `unanswered`, of saying so. */
export type Fault = 403 | 429 | 'unreachable' | 'unanswered';

/** The only expression that there is. */
export const recipient = '={{ $json.to }}';

function evaluated(value: unknown, to: string): unknown {
	return JSON.parse(JSON.stringify(value ?? null).replaceAll(recipient, to));
}

/** How long a call of the database takes, and a way to the service, in milliseconds. */
const [callMs, wayMs] = [1, 4];

const never = new Promise<never>(() => {});

/** The end of a process: it says what happens, and nothing of it goes on once it is over. */
class Life {
	readonly stop = new AbortController();

	isOver = false;

	/** Whether what it was to do is done, so that nothing ends it any more. */
	hasEnded = false;

	private end = () => {};

	readonly death = new Promise<void>((resolve) => (this.end = resolve));

	private readonly writes = { before: 0, after: 0 };

	/** What is to be done when its execution has ended. */
	readonly finishers: Array<() => Promise<void>> = [];

	constructor(
		readonly run: VirtualRun,
		private readonly accepted: () => number,
	) {}

	private kill(): void {
		if (this.hasEnded) return;
		this.isOver = true;
		this.end();
	}

	async goesOn(): Promise<void> {
		if (this.isOver) await never;
	}

	noteAccepted(): void {
		const { kill, stopAfter = Infinity } = this.run;
		if (typeof kill === 'object' && this.accepted() >= (kill.accepted ?? Infinity)) this.kill();
		if (this.accepted() >= stopAfter) this.stop.abort();
	}

	async noteWrite(when: 'before' | 'after'): Promise<void> {
		const { kill } = this.run;
		this.writes[when] += 1;
		if (typeof kill === 'object' && kill.when === when && kill.write === this.writes[when]) this.kill();
		await this.goesOn();
	}
}

export class VirtualNode {
	/** Who got each message, in their order. */
	readonly sentTo: string[] = [];

	/** What the service does with the next messages to somebody. */
	readonly faults = new Map<string, Fault[]>();

	/** `isOnlyProcess` says whether the n8n of the node is known to have no other process that sends. */
	constructor(private readonly isOnlyProcess: boolean) {}

	private readonly table = new ProcessedData(async () => await sleep(callMs));

	/** Runs the node in a new execution, or in a Retry of one, and gives what n8n keeps of that. */
	async run(people: string[], run: VirtualRun, retried?: VirtualExecution): Promise<VirtualExecution> {
		const before = this.sentTo.length;
		const life = new Life(run, () => this.sentTo.length - before);
		const { mode } = run;
		const establishedAt = Date.now();
		const own = { establishedAt, source: mode, identity: fingerprint([establishedAt, mode]) };
		const { source, identity, ...rest } = { ...own, ...retried };
		const { sends } = retried?.rows && !retried.wasStopped ? retried.memory : {};
		const memory: IDataObject = sends === undefined ? {} : { sends: { ...(sends as IDataObject) } };
		const execution = { ...rest, source, identity, people, memory, wasStopped: false };
		const ended = await Promise.race([this.rounds(execution, life), life.death]);
		if (life.isOver) forgetStores();
		life.hasEnded = true;
		return { ...execution, rows: ended ?? undefined, wasStopped: life.stop.signal.aborted };
	}

	private async rounds(execution: VirtualExecution, life: Life): Promise<IDataObject[]> {
		const { people } = execution;
		const { inRounds, kill } = life.run;
		const half = inRounds ? Math.ceil(people.length / 2) : people.length;
		const rows: IDataObject[] = [];
		for (const [runIndex, part] of [people.slice(0, half), people.slice(half)].entries()) {
			if (part.length === 0 || (runIndex > 0 && life.stop.signal.aborted)) continue;
			const nodeRun = { ...this.nodeRun(execution, part, life), runIndex };
			rows.push(...(await deliverItems(nodeRun, sendImessage)).map(({ json }) => json));
		}
		if (kill === 'inLaterNode') life.isOver = true;
		else for (const finish of life.finishers) await finish();
		return rows;
	}

	private nodeRun(
		{ memory, source, identity, establishedAt }: VirtualExecution,
		people: string[],
		life: Life,
	): Omit<NodeRun, 'runIndex'> {
		const { run } = life;
		const stored: INodeParameters = {
			...Object.fromEntries(sendImessage.fields.map((field) => [field.name, field.default as string])),
			...{ to: recipient, message: run.message, from: '+12125550102' },
			options: { messagesPerSecond: 0, ...run.options },
		};
		const node = { name: 'Node', type: 'messaging', parameters: stored } as unknown as INode;
		const parameters = new RunParameters(stored, sendImessage.fields);
		const caller = {
			getNode: () => node,
			getCredentials: async () => await Promise.resolve({ accessToken: 'x', baseUrl: 'http://127.0.0.1' }),
			helpers: { httpRequestWithAuthentication: this.service(life) },
			getExecutionCancelSignal: () => life.stop.signal,
		};
		return {
			...{ node, memory, source, identity, establishedAt },
			mode: run.mode,
			items: people.map((to) => ({ json: { to } })),
			place: 'node',
			rows: this.rowsOf(life),
			timeZone: 'America/New_York',
			isTool: false,
			isOnlyProcess: this.isOnlyProcess,
			mayRunAgain: () => run.inRounds === true,
			onFinish: (finish) => life.finishers.push(finish),
			continuesOnFail: true,
			signal: life.stop.signal,
			caller: caller as unknown as NodeRun['caller'],
			parameters: (item) =>
				new ItemParameters(parameters, (name) => evaluated(stored[name], String(people[item]))),
			files: () => ({}),
			startingMessage: () => undefined,
			hint: () => {},
		};
	}

	/** The table as a process reaches it, of which nothing comes any more once it is over. */
	private rowsOf(life: Life): Rows {
		const write = async <Result>(call: () => Promise<Result>): Promise<Result> => {
			await life.noteWrite('before');
			const result = await call();
			await life.noteWrite('after');
			return result;
		};
		return (name) => {
			const row = rowsIn(this.table)(name);
			return {
				insertOrFind: async (values) => await write(async () => await row.insertOrFind(values)),
				delete: async () => await write(async () => await row.delete()),
				count: async () => {
					await life.goesOn();
					return await row.count();
				},
			};
		};
	}

	/** The service, to which a process that is over sends nothing. */
	private service(life: Life) {
		return async (_: string, { body: sent }: IHttpRequestOptions) => {
			const { to } = JSON.parse(String(sent)) as { to: string };
			await life.goesOn();
			await sleep(wayMs);
			const fault = this.faults.get(to)?.shift();
			if (fault === undefined || fault === 'unanswered') {
				this.sentTo.push(to);
				life.noteAccepted();
			}
			await sleep(wayMs);
			await life.goesOn();
			if (fault === 'unreachable')
				throw Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' });
			if (fault === 'unanswered') throw Object.assign(new Error(), { code: 'ECONNRESET' });
			return fault ? refused(fault) : response(200, 'response', { message_id: `imsg_${this.sentTo.length}` });
		};
	}
}

function refused(status: 403 | 429) {
	return response(status, 'error', { error: 'No', status }, status === 429 ? { 'retry-after': '2' } : {});
}

/** An answer of the service as n8n's client gives it. */
function response(
	statusCode: number,
	object: 'response' | 'error',
	data: IDataObject,
	headers: IDataObject = {},
) {
	const id = object === 'error' ? 'err_1' : 'req_1';
	const body = JSON.stringify({ id, timestamp: 1_795_217_098_601, api_version: 'v1.1.1', object, data });
	return { statusCode, headers, body: Object.assign([body], { setEncoding: () => {} }) };
}
