import type { RecordedRun } from '../../nodes/shared/record/execution-memory';
import type * as AllMessages from '../../nodes/shared/record/message';
import type * as Records from '../../nodes/shared/record/record';
import type * as Stores from '../../nodes/shared/record/store';

/** Loads code as a process of n8n does, which has it for itself. */
export function inNewProcess<Code>(load: () => Code): Code {
	let loaded: Code | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	return loaded as Code;
}

/** What a test says of a run; the rest is that of a list that a webhook has started. */
export type TestedRun = Partial<RecordedRun> & Pick<RecordedRun, 'rows'>;

/** The record of sends in a process of its own: gives a run of a node there, its next message to somebody, and what is done later. */
export function newProcess() {
	const { SendRecord, Store } = inNewProcess(() => ({
		...jest.requireActual<typeof Stores>('../../nodes/shared/record/store'),
		...jest.requireActual<typeof Records>('../../nodes/shared/record/record'),
	}));
	const run = ({ mode = 'webhook', ...further }: TestedRun) => {
		const record = new SendRecord({
			...{ place: 'node', identity: 'one', establishedAt: Date.now(), mode },
			...{ source: mode === 'retry' ? 'webhook' : mode, isOnlyProcess: false },
			...{ memory: {}, runIndex: 0, isTool: false, items: [1], timeZone: 'Etc/UTC' },
			...further,
		});
		const next = (recipient: string, subject: Partial<AllMessages.Subject> = {}) => {
			const request = recipient.padEnd(16, '.');
			const all = { baseUrl: 'url', recipient, request, ignoresHistory: false, resendsUnknown: false };
			return record.messages.nextMessage({ ...all, ...subject });
		};
		return { record, next };
	};
	return { run, Store };
}

/** How the service answers to a message that it accepts. */
export const accepted = {
	is: 'accepted',
	envelope: { id: 'req_1', timestamp: 1, api_version: 'v1', object: 'response', data: { message_id: 'm' } },
} as const;
