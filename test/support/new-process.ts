import type * as Ledgers from '../../nodes/shared/delivery/ledger/ledger';
import type * as AllScopes from '../../nodes/shared/delivery/ledger/scopes';

/** The code of the record. */
export type LedgerCode = typeof Ledgers & typeof AllScopes;

/** Loads code as a process of n8n does, which has it for itself. */
export function inNewProcess<Code>(load: () => Code): Code {
	let loaded: Code | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	return loaded as Code;
}

/** The code of the record in a process of its own. */
export function newLedgerCode(): LedgerCode {
	return inNewProcess(() => ({
		...jest.requireActual<typeof Ledgers>('../../nodes/shared/delivery/ledger/ledger'),
		...jest.requireActual<typeof AllScopes>('../../nodes/shared/delivery/ledger/scopes'),
	}));
}
