import fc from 'fast-check';

import { openingAt, sendingHours } from '../../nodes/shared/operation/sending-hours';
import { apart } from '../support/apart';

const daytime = (timeZone: string, further: object = {}) =>
	sendingHours({ from: '09:00', to: '20:00', timeZone, ...further });

/** Whether it is open at a time, and when that changes, in UTC. */
function opening(hours: Parameters<typeof openingAt>[0], time: string): [boolean, string] {
	const { isOpen, until } = openingAt(hours, Date.parse(time));
	return [isOpen, new Date(until).toISOString().replace(':00.000Z', 'Z')];
}

describe("the recipient's hours", () => {
	const workingDays = { days: [1, 2, 3, 4, 5] };
	const allDay = { from: '00:00', to: '0' };
	/** As a database and ISO 8601 write it. */
	const evening = { from: '20:00:00', to: '24:00' };
	const night = { from: '22:00', to: '6:30', days: [5] };
	/** Begins in the hour that is left out when clocks are set forward. */
	const skipped = { from: '02:30', to: '04:00' };

	test.each<[string, object, string, [boolean, string]]>([
		['America/New_York', {}, '2026-11-20T13:59Z', [false, '2026-11-20T14:00Z']],
		['America/New_York', {}, '2026-11-20T14:00Z', [true, '2026-11-21T01:00Z']],
		['America/New_York', {}, '2026-11-21T01:00Z', [false, '2026-11-21T14:00Z']],
		['Asia/Kolkata', {}, '2026-11-20T14:00Z', [true, '2026-11-20T14:30Z']],
		['Pacific/Auckland', {}, '2026-11-20T12:00Z', [false, '2026-11-20T20:00Z']],
		['America/Los_Angeles', workingDays, '2026-11-21T04:00Z', [false, '2026-11-23T17:00Z']],
		['Europe/Berlin', night, '2026-11-20T20:00Z', [false, '2026-11-20T21:00Z']],
		['Europe/Berlin', night, '2026-11-21T05:00Z', [true, '2026-11-21T05:30Z']],
		['Europe/Berlin', night, '2026-11-21T22:00Z', [false, '2026-11-27T21:00Z']],
		['Europe/Berlin', allDay, '2026-11-20T22:59Z', [true, '2026-11-20T23:00Z']],
		['Europe/Berlin', evening, '2026-11-20T18:59Z', [false, '2026-11-20T19:00Z']],
		['Europe/Berlin', evening, '2026-11-20T19:00Z', [true, '2026-11-20T23:00Z']],
		// Clocks are set forward on March 8, and back on November 1.
		['America/New_York', {}, '2026-03-08T12:30Z', [false, '2026-03-08T13:00Z']],
		['America/New_York', {}, '2026-11-01T13:30Z', [false, '2026-11-01T14:00Z']],
		['America/New_York', skipped, '2026-03-08T06:59Z', [false, '2026-03-08T07:30Z']],
	])('in %s with %j at %s', (timeZone, further, time, expected) => {
		expect(opening(daytime(timeZone, further), time)).toEqual(expected);
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

	test.each(
		apart(
			'UTC | utc |  Europe/London\n | europe/london | Europe/Isle_of_Man',
			'America/Argentina/Buenos_Aires | America/Port-au-Prince | Asia/Calcutta | US/Eastern',
		),
	)('%j is a time zone', (timeZone) => {
		expect(daytime(timeZone).timeZone).toBe(timeZone.trim());
	});

	test.each(
		apart(
			'BST | EST | CET | bst | EST5EDT | GMT | GMT0 | GMT+2 | UTC/2 | Zulu | +02:00 | 2 | Etc/GMT+2',
			'Etc/UTC | etc/gmt-5 | SystemV/EST5 | posix/Europe/London | Europe | London | GB-Eire | Japan',
			'Europe/ | /London | Europe/london bridge | Europe/London/ | America/New York | Mars/Olympus',
			'undefined',
		),
	)('%j is none: letters stand for several zones, and for no summer time', (timeZone) => {
		expect(() => daytime(timeZone)).toThrow(
			expect.objectContaining({
				message: `Time Zone is "${timeZone}"`,
				description: expect.stringContaining('such as Europe/London or America/New_York'),
			}),
		);
	});

	test.each([[1, 5], '1, 5', '1;5', ['1', '5']])('%j are days', (days) => {
		expect(daytime('UTC', { days }).days).toEqual([1, 5]);
	});

	test.each([
		[{ timeZone: '' }, 'Time Zone is empty'],
		[{ timeZone: undefined }, 'Time Zone is empty'],
		[{ timeZone: -5 }, 'Time Zone is -5'],
		[{ from: '25:00' }, 'From is "25:00"'],
		[{ to: '24:30' }, 'To is "24:30"'],
		[{ to: 'noon' }, 'To is "noon"'],
		[{ days: [] }, 'Days is []'],
		[{ days: [8] }, 'Days is [8]'],
		[{ days: 'Mon, Tue' }, 'Days is "Mon, Tue"'],
		[{ days: [0, 6] }, 'Days is [0,6]'],
		[{ days: { a: 1 } }, 'Days holds something that is not text'],
	])('%j is a clear error', (wrong, message) => {
		expect(() => daytime('Europe/Berlin', wrong)).toThrow(message);
	});
});
