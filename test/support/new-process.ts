import type * as Ledgers from '../../nodes/shared/delivery/ledger/ledger';
import type { Subject } from '../../nodes/shared/delivery/ledger/message';
import type * as AllScopes from '../../nodes/shared/delivery/ledger/scopes';

/** Loads code as a process of n8n does, which has it for itself. */
export function inNewProcess<Code>(load: () => Code): Code {
	let loaded: Code | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	return loaded as Code;
}

/** The record of sends in a process of its own: gives a run of a node there, and its next message to somebody. */
export function newLedgers() {
	const { Ledger, Scopes } = inNewProcess(() => ({
		...jest.requireActual<typeof Ledgers>('../../nodes/shared/delivery/ledger/ledger'),
		...jest.requireActual<typeof AllScopes>('../../nodes/shared/delivery/ledger/scopes'),
	}));
	return (
		{
			mode = 'webhook',
			...execution
		}: Pick<AllScopes.RecordedExecution, 'rows'> & Partial<AllScopes.RecordedExecution>,
		options: Partial<AllScopes.RunOptions> = {},
	) => {
		const place: AllScopes.RecordedExecution = {
			...{ node: 'node', identity: 'one', token: `${Math.random()}`, establishedAt: Date.now(), mode },
			...{ source: mode === 'retry' ? 'webhook' : mode, isOnlyProcess: false, isStopped: () => false },
			...execution,
		};
		const all = { memory: {}, number: 0, isTool: false, size: 1, ...options };
		const scopes = new Scopes(place, all);
		const ledger = new Ledger(place, scopes, all);
		const next = (recipient: string, subject: Partial<Subject> = {}) => {
			const request = recipient.padEnd(16, '.');
			return scopes.next({ baseUrl: 'url', recipient, request, isAgain: false, ...subject });
		};
		return { ledger, next };
	};
}
