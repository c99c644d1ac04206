import { forwardingRecord, readingIn } from '../../nodes/CallForwarding/forwarding-record';
import { readForwarding } from '../../nodes/CallForwarding/forwarding-readings';
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
		expect(readingIn(envelope, leased.imessage)).toEqual({ number: leased.imessage, record: active, at: 1 });
		expect(readingIn(envelope, number)).toBeUndefined();
	});
});

test('reading many numbers is over in its time, tells which were not read, and not always the same', async () => {
	const numbers = Array.from({ length: 60 }, (_, index) => `+120255501${String(index + 10)}`);
	simulator().fault({ kind: 'timeout', times: 0 });
	const panel = { numbers, readPath: '/numbers/lease/{number}/call_forwarding' };
	const reached = new Set<string>();
	const readings = async () => {
		const begun = simulator().requests.length;
		const { read, failed } = await readForwarding(pollContext(), panel, 1000);
		for (const { path } of simulator().requests.slice(begun)) reached.add(path);
		return { read, failed };
	};
	const started = performance.now();
	const { read, failed } = await readings();
	expect(performance.now() - started).toBeLessThan(5000);
	expect(read).toEqual([]);
	expect(failed.map((one) => one.number)).toEqual(numbers);
	const first = reached.size;
	await readings();
	expect(reached.size).toBeGreaterThan(first);
});
