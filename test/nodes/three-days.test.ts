/** A list that a schedule starts every hour for three days, as docs/sending-to-many-people.md advises. */
import { useFakeClock, whileTimePasses } from '../support/clock';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFakeClock();

const numbers = ['+14155550100', '+14155550101', '+12125550102', '+12125550103', '+13125550105'];
const zones = ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata'];
const hourMs = 3_600_000;
const mostPerNumber = 20;

const recipients = Array.from({ length: 1000 }, (_, index) => ({
	to: `person-${index}@example.com`,
	zone: zones[index % zones.length] as string,
}));

const parameters = {
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	from: numbers.join(','),
	options: {
		mostPerNumber,
		onlyAtTheseHours: { hours: { from: '09:00', to: '20:00', timeZone: '={{ $json.zone }}' } },
	},
};

function hourIn(zone: string, at: number): number {
	return Number(
		new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at),
	);
}

test('1,000 recipients in four time zones: all in their daytime, once, at most twenty a number and hour', async () => {
	const begin = Date.now();
	let list = recipients;
	for (let hour = 0; hour < 72 && list.length > 0; hour += 1) {
		jest.setSystemTime(Math.max(Date.now(), begin + hour * hourMs));
		const run = runNode('phoneServiceMessaging', parameters, { items: list });
		const rows = (await whileTimePasses(run, 1_000)).json();
		const left = new Set(rows.filter(({ deferred }) => deferred === true).map(({ to }) => to));
		list = list.filter(({ to }) => left.has(to));
	}

	const { outbox } = simulator();
	expect(outbox.map(({ to }) => to).sort()).toEqual(recipients.map(({ to }) => to).sort());
	const zoneOf = new Map(recipients.map(({ to, zone }) => [to, zone]));
	const ofHour = new Map<string, number>();
	for (const { to, from, at } of outbox) {
		const hour = hourIn(zoneOf.get(to) ?? '', at);
		expect(hour).toBeGreaterThanOrEqual(9);
		expect(hour).toBeLessThan(20);
		const key = `${from} ${Math.floor(at / hourMs)}`;
		ofHour.set(key, (ofHour.get(key) ?? 0) + 1);
	}
	expect(Math.max(...ofHour.values())).toBe(mostPerNumber);
	expect(Date.now() - begin).toBeGreaterThan(12 * hourMs);
}, 240_000);
