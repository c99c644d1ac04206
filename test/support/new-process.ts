import type * as AllMessages from '../../nodes/shared/record/message';
import type * as Records from '../../nodes/shared/record/record';
import type * as Laters from '../../nodes/shared/pace/later';

/** Loads code as a process of n8n does, which has it for itself. */
export function inNewProcess<Code>(load: () => Code): Code {
	let loaded: Code | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	return loaded as Code;
}

/** The record of sends in a process of its own: gives a run of a node there, its next message to somebody, and what is done later. */
export function newProcess() {
	const { ExecutionRecord, Messages, doTasks } = inNewProcess(() => ({
		...jest.requireActual<typeof Laters>('../../nodes/shared/pace/later'),
		...jest.requireActual<typeof Records>('../../nodes/shared/record/record'),
		...jest.requireActual<typeof AllMessages>('../../nodes/shared/record/message'),
	}));
	const run = (
		{
			mode = 'webhook',
			...execution
		}: Pick<AllMessages.RecordedExecution, 'rows'> & Partial<AllMessages.RecordedExecution>,
		options: Partial<AllMessages.RunOptions> = {},
	) => {
		const place: AllMessages.RecordedExecution = {
			...{ node: 'node', identity: 'one', token: `${Math.random()}`, establishedAt: Date.now(), mode },
			...{ source: mode === 'retry' ? 'webhook' : mode, isOnlyProcess: false, isStopped: () => false },
			...execution,
		};
		const all = { memory: {}, number: 0, isTool: false, size: 1, timeZone: 'Etc/UTC', ...options };
		const messages = new Messages(place, all);
		const next = (recipient: string, subject: Partial<AllMessages.Subject> = {}) => {
			const request = recipient.padEnd(16, '.');
			return messages.next({ baseUrl: 'url', recipient, request, isAgain: false, ...subject });
		};
		return { record: new ExecutionRecord(place, all, messages), next };
	};
	return { run, doTasks };
}
