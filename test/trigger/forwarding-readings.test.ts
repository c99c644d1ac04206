import { forwardingRecord } from '../../nodes/CallForwarding/forwarding-record';
import { readForwarding } from '../../nodes/CallForwarding/forwarding-readings';
import { simulator, useSimulator } from '../support/simulated';
import { pollContext } from '../support/trigger-host';

useSimulator();

test('no more of a record is kept than the interface has (section 2.3)', () => {
	const record = { enabled: true, to: '+12025550190', status: 'active', estimated_completion: null } as const;
	const longer = { ...record, note: 'x'.repeat(1e6) };
	expect(forwardingRecord(longer)).toEqual(record);
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
