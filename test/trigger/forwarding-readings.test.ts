import { forwardingRecord, readForwarding } from '../../nodes/CallForwarding/forwarding-readings';
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
		const poll = Object.assign(pollContext(), { getPollBudgetMs: () => 6000 });
		const { read, error } = await readForwarding(poll, panel);
		for (const { path } of simulator().requests.slice(begun)) reached.add(path);
		return { read, error };
	};
	const started = performance.now();
	const { read, error } = await readings();
	expect(performance.now() - started).toBeLessThan(5000);
	expect(read).toEqual([]);
	expect(error?.message).toContain(`${numbers.slice(0, 10).join(', ')} and 50 more could not be read`);
	const first = reached.size;
	await readings();
	expect(reached.size).toBeGreaterThan(first);
});
