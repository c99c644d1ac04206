import { fingerprint, Ledger } from '../../nodes/shared/delivery/ledger';

const envelope = {
	id: `req_${'a'.repeat(24)}`,
	timestamp: 1_795_000_000_000,
	api_version: 'v2026.11.20',
	object: 'response' as const,
	data: { message_id: `imsg_${'b'.repeat(24)}` },
};

test('an accepted send is remembered with its answer, also after n8n stored the execution', () => {
	const context = {};
	new Ledger(context, 0).noteAccepted(3, 'request', envelope);
	const stored = JSON.parse(JSON.stringify(context)) as never;
	expect(new Ledger(stored, 0).recall(3, 'request')).toEqual(envelope);
});

test('a send under way is unknown until something is learned', () => {
	const ledger = new Ledger({}, 0);
	ledger.noteLeaving(0, 'request');
	expect(ledger.recall(0, 'request')).toBe('unknown');
	ledger.noteNotTaken(0);
	expect(ledger.recall(0, 'request')).toBe('nothing');
});

test('another request, item or round of a loop is a message of its own', () => {
	const context = {};
	new Ledger(context, 0).noteAccepted(0, 'request', envelope);
	expect(new Ledger(context, 0).recall(0, 'changed')).toBe('nothing');
	expect(new Ledger(context, 0).recall(1, 'request')).toBe('nothing');
	expect(new Ledger(context, 1).recall(0, 'request')).toBe('nothing');
});

test('an item takes at most 200 bytes, and a forgotten run takes none', () => {
	const context: Record<string, unknown> = {};
	const ledger = new Ledger(context as never, 0);
	const items = 1000;
	for (let item = 0; item < items; item += 1) {
		ledger.noteAccepted(item, fingerprint([item]), envelope);
	}
	expect(JSON.stringify(context).length / items).toBeLessThanOrEqual(200);
	ledger.forgetRun();
	expect(JSON.stringify(context).length).toBeLessThanOrEqual(20);
});
