import fc from 'fast-check';

import { openingAt, sendingHours } from '../../nodes/shared/delivery/sending-hours';

const daytime = (timeZone: string, further: object = {}) =>
	sendingHours({ from: '09:00', to: '20:00', timeZone, ...further });

/** Whether it is open at a time, and when that changes, in UTC. */
function opening(hours: Parameters<typeof openingAt>[0], time: string): [boolean, string] {
	const { isOpen, until } = openingAt(hours, Date.parse(time));
	return [isOpen, new Date(until).toISOString().replace(':00.000Z', 'Z')];
}

describe("the recipient's hours", () => {
	test.each<[string, string, [boolean, string]]>([
		['America/New_York', '2026-11-20T13:59Z', [false, '2026-11-20T14:00Z']],
		['America/New_York', '2026-11-20T14:00Z', [true, '2026-11-21T01:00Z']],
		['America/New_York', '2026-11-21T01:00Z', [false, '2026-11-21T14:00Z']],
		['Asia/Kolkata', '2026-11-20T14:00Z', [true, '2026-11-20T14:30Z']],
		['Pacific/Auckland', '2026-11-20T12:00Z', [false, '2026-11-20T20:00Z']],
	])('in %s at %s', (timeZone, time, expected) => {
		expect(opening(daytime(timeZone), time)).toEqual(expected);
	});

	test('over midnight, on days that begin them', () => {
		const night = daytime('Europe/Berlin', { from: '22:00', to: '6:30', days: [5] });
		expect(opening(night, '2026-11-20T20:00Z')).toEqual([false, '2026-11-20T21:00Z']);
		expect(opening(night, '2026-11-21T05:00Z')).toEqual([true, '2026-11-21T05:30Z']);
		expect(opening(night, '2026-11-21T22:00Z')).toEqual([false, '2026-11-27T21:00Z']);
	});

	test('from a time to the same: all day', () => {
		const always = daytime('Europe/Berlin', { from: '00:00', to: '0' });
		expect(opening(always, '2026-11-20T22:59Z')[0]).toBe(true);
	});

	test('working days: from Friday evening to Monday morning', () => {
		const working = daytime('America/Los_Angeles', { days: [1, 2, 3, 4, 5] });
		expect(opening(working, '2026-11-21T04:00Z')).toEqual([false, '2026-11-23T17:00Z']);
	});

	test('when clocks change, by the clock on the wall', () => {
		const newYork = daytime('America/New_York');
		expect(opening(newYork, '2026-03-08T12:30Z')).toEqual([false, '2026-03-08T13:00Z']);
		expect(opening(newYork, '2026-11-01T13:30Z')).toEqual([false, '2026-11-01T14:00Z']);
		const early = daytime('America/New_York', { from: '02:30', to: '04:00' });
		expect(opening(early, '2026-03-08T06:59Z')).toEqual([false, '2026-03-08T07:30Z']);
	});

	test('what opens is open, and what closes is closed', () => {
		const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe'];
		const year = { min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') };
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.nat(23),
				fc.nat(23),
				fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1, maxLength: 6 }),
				fc.integer(year),
				(timeZone, from, to, days, now) => {
					fc.pre(from !== to);
					const hours = sendingHours({ from, to, days, timeZone });
					const { isOpen, until } = openingAt(hours, now);
					expect(until).toBeGreaterThan(now);
					expect(openingAt(hours, until).isOpen).toBe(!isOpen);
					expect(openingAt(hours, until - 1).isOpen).toBe(isOpen);
				},
			),
		);
	});

	test.each([
		[{ timeZone: '' }, 'Time Zone is empty'],
		[{ timeZone: 'Mars/Olympus' }, 'Time Zone is "Mars/Olympus"'],
		[{ timeZone: undefined }, 'Time Zone is empty'],
		[{ from: '25:00' }, 'From is "25:00"'],
		[{ to: 'noon' }, 'To is "noon"'],
		[{ days: [] }, 'Days is []'],
		[{ days: [8] }, 'Days is [8]'],
	])('%j is a clear error', (wrong, message) => {
		expect(() => daytime('Europe/Berlin', wrong)).toThrow(message);
	});
});
