import { forwardingRecord, seenIn } from '../../nodes/CallForwarding/forwarding-record';
import { looksAt } from '../../nodes/CallForwarding/forwarding-look';
import { readMemory } from '../../nodes/CallForwarding/forwarding-memory';
import { leased, simulator, useSimulator } from '../support/simulated';
import { pollContext } from '../support/trigger-host';

useSimulator();

const number = leased.queued;
const active = { enabled: true, to: '+12025550190', status: 'active', estimated_completion: null };

describe('a record counts when it is whole (section 2.3)', () => {
	test('and no more of it is kept than the interface has', () => {
		expect(forwardingRecord({ ...active, note: 'x'.repeat(1e6) })).toEqual(active);
	});

	test.each<[object]>([
		[{ enabled: 'yes' }],
		[{ enabled: undefined }],
		[{ to: 'x'.repeat(1e6) }],
		[{ to: '' }],
		[{ to: undefined }],
		[{ status: 'done' }],
		[{ estimated_completion: 1e300 }],
		[{ estimated_completion: undefined }],
	])('not with %p', (change) => {
		expect(forwardingRecord({ ...active, ...change })).toBeUndefined();
	});

	test('not when it is of another number', () => {
		const data = { number: leased.imessage, call_forwarding: active };
		const envelope = { id: 'req_1', timestamp: 1, api_version: 'v1', object: 'response', data } as const;
		expect(seenIn(envelope, leased.imessage)).toEqual({ record: active, at: 1 });
		expect(seenIn(envelope, number)).toBeUndefined();
	});
});

test('memory that is not whole is forgotten, so that the number is looked at anew', () => {
	const whole = { record: active, at: 1, settled: { enabled: true, to: '+12025550190' } };
	const memory = readMemory({
		polledAt: 1,
		numbers: {
			a: whole,
			b: { ...whole, at: 1e300 },
			c: { ...whole, record: { status: 'active' } },
			d: null,
			e: { ...whole, settled: { enabled: 1 }, queuedSince: 'x' },
		},
	} as never);
	expect(memory).toEqual({ polledAt: 1, numbers: { a: whole, e: { record: active, at: 1 } } });
});

test('a look at many numbers is over in its time, tells which were not read, and not always the same', async () => {
	const numbers = Array.from({ length: 60 }, (_, index) => `+120255501${String(index + 10)}`);
	simulator().fault({ kind: 'timeout', times: 0 });
	const look = async () =>
		await looksAt(pollContext(), numbers, '/numbers/lease/{number}/call_forwarding', {
			numberMs: 1000,
			allMs: 1500,
		});
	const started = performance.now();
	const first = await look();
	const { seen, failed } = first;
	expect(performance.now() - started).toBeLessThan(5000);
	expect(seen).toEqual([]);
	expect(failed.map((look) => look.number)).toEqual(numbers);
	expect(new Set(failed.map(({ failure }) => failure.kind))).toEqual(new Set(['timedOut', 'stopped']));
	const reached = ({ failed: all }: typeof first) =>
		all.filter(({ failure }) => failure.kind === 'timedOut').map((one) => one.number);
	expect(reached(await look())).not.toEqual(reached(first));
});
