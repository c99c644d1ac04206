import { fingerprint, Ledger, type AskedSend } from '../../nodes/shared/delivery/ledger/ledger';

const envelope = {
	id: `req_${'a'.repeat(24)}`,
	timestamp: 1_795_000_000_000,
	api_version: 'v2026.11.20',
	object: 'response' as const,
	data: { message_id: `imsg_${'b'.repeat(24)}` },
};

const asked: AskedSend = { request: 'request', senders: ['+15550100001'] };

function accepted(context: object, item = 0, send = asked): void {
	const ledger = new Ledger(context as never, 0);
	ledger.noteLeaving(item, send).accepted(envelope);
}

test('an accepted send is remembered with its answer, also after n8n stored the execution', () => {
	const context = {};
	accepted(context, 3);
	const stored = JSON.parse(JSON.stringify(context)) as never;
	expect(new Ledger(stored, 0).recall(3, asked)).toEqual({ state: 'accepted', envelope });
});

test('a send under way is unknown until something is learned', () => {
	const ledger = new Ledger({}, 0);
	const leaving = ledger.noteLeaving(0, asked);
	expect(ledger.recall(0, asked)).toEqual({ state: 'unknown' });
	leaving.notTaken();
	expect(ledger.recall(0, asked)).toEqual({ state: 'nothing' });
});

test('what may have arrived stays unknown when sending it again is refused', () => {
	const context = {};
	new Ledger(context, 0).noteLeaving(0, asked).unknown('The service gave no answer');
	new Ledger(context, 0).noteLeaving(0, asked).notTaken();
	const reason = 'The service gave no answer';
	expect(new Ledger(context, 0).recall(0, asked)).toEqual({ state: 'unknown', reason });
});

test('a message that was changed is not forgotten: changed back, it is known', () => {
	const context = {};
	accepted(context);
	accepted(context, 0, { ...asked, request: 'changed' });
	expect(new Ledger(context, 0).recall(0, asked)).toEqual({ state: 'accepted', envelope });
});

test('the number that the pool chose is known again as long as it is in the pool', () => {
	const ledger = new Ledger({}, 0);
	const pool = { ...asked, senders: ['A', 'B'] };
	ledger.noteLeaving(0, pool).accepted(envelope, 'B');
	expect(ledger.recall(0, pool)).toEqual({ state: 'accepted', envelope, from: 'B' });
	expect(ledger.recall(0, { ...pool, senders: ['C'] })).toEqual({ state: 'accepted', envelope });
});

test('another request, item or round of a loop is a message of its own', () => {
	const context = {};
	accepted(context);
	expect(new Ledger(context, 0).recall(0, { ...asked, request: 'changed' })).toEqual({ state: 'nothing' });
	expect(new Ledger(context, 0).recall(1, asked)).toEqual({ state: 'nothing' });
	expect(new Ledger(context, 1).recall(0, asked)).toEqual({ state: 'nothing' });
});

/** As long as the service may make each of them. */
const longest = {
	...envelope,
	id: 'r'.repeat(100),
	timestamp: 8.64e15,
	api_version: 'v'.repeat(100),
	data: { message_id: 'm'.repeat(100) },
};

test.each([
	['some 130 bytes with ids as the service makes them', envelope, 140],
	['at most 400 with the longest ids', longest, 400],
])('what is kept of a message takes %s, and of a forgotten run none', (_, answered, most) => {
	const context: Record<string, unknown> = {};
	const items = 20_000;
	const ledger = new Ledger(context as never, 0);
	for (let item = 0; item < items; item += 1) {
		ledger.noteLeaving(item, { ...asked, request: fingerprint([item]) }).accepted(answered, '+15550100001');
	}
	const bytes = Buffer.byteLength(JSON.stringify(context)) / items;
	expect(bytes).toBeLessThanOrEqual(most);
	ledger.forgetRun();
	expect(JSON.stringify(context).length).toBeLessThanOrEqual(20);
});

test.each<[string, string[], string[], boolean]>([
	['the same single sender', ['A'], ['A'], true],
	['another single sender: a new message', ['A'], ['B'], false],
	['a single sender that became one of a pool', ['A'], ['A', 'B'], true],
	['a pool that lost or won numbers: the choice was ours', ['A', 'B'], ['A'], true],
	['another pool altogether', ['A', 'B'], ['C', 'D'], true],
	['a choice that was left to the service', [], ['A'], true],
])('%s', (_, before, now, same) => {
	const context = {};
	accepted(context, 0, { ...asked, senders: before });
	const remembered = new Ledger(context, 0).recall(0, { ...asked, senders: now });
	expect(remembered).toEqual(same ? { state: 'accepted', envelope } : { state: 'nothing' });
});
