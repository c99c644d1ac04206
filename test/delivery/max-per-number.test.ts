/** The places of Max per Number, as the messages of a run take them and give them back. */
import { createHook } from 'node:async_hooks';

import { notSent, type Outcome } from '../../nodes/shared/service/outcome';
import { MaxPerNumber, Place } from '../../nodes/shared/rate/max-per-number';
import { accepted } from '../support/new-process';

const messageFrom = (from = '+12025550100') => ({ service: 'sendImessage', body: { from } }) as const;

const deferred = { is: 'deferred', reason: 'Max per number' };

async function placeIn(places: MaxPerNumber, most = 1, from?: string): Promise<Place> {
	const place = await places.take(messageFrom(from), most);
	if ('is' in place) throw new Error('There was no place');
	return place;
}

function giveBack(place: Place, outcome: Outcome): void {
	place.outcome = outcome;
	place[Symbol.dispose]();
}

test('a place that is given back goes to who waits longest; one that was used leaves the others for a later run', async () => {
	const places = new MaxPerNumber({});
	const first = await placeIn(places);
	const waiting = [places.take(messageFrom(), 1), places.take(messageFrom(), 1)];
	await placeIn(places, 1, '+12025550101');
	giveBack(first, notSent('held'));
	const next = await waiting[0];
	expect(next).toBeInstanceOf(Place);
	giveBack(next as Place, accepted);
	expect(await waiting[1]).toMatchObject(deferred);
	expect(await places.take(messageFrom(), 1)).toMatchObject(deferred);
});

test('each message has the limit of its item', async () => {
	const memory = {};
	const places = new MaxPerNumber(memory);
	const [one, two] = [await placeIn(places, 2), await placeIn(places, 2)];
	giveBack(one, accepted);
	expect(await places.take(messageFrom(), 1)).toMatchObject(deferred);
	await placeIn(places, 3);
	giveBack(two, accepted);
	expect(await new MaxPerNumber(memory).take(messageFrom(), 2)).toMatchObject(deferred);
});

test('a stop ends the wait, whatever is still under way', async () => {
	const stop = new AbortController();
	const places = new MaxPerNumber({}, stop.signal);
	await placeIn(places);
	const waiting = [places.take(messageFrom(), 1), places.take(messageFrom(), 1)];
	stop.abort();
	const stopped = { is: 'notSent', kind: 'stopped' };
	expect(await Promise.all(waiting)).toMatchObject([stopped, stopped]);
	expect(await places.take(messageFrom(), 1)).toMatchObject(stopped);
});

/** How many promises are made while something is done: a measure of its work that no clock takes part in. */
async function promisesOf(work: () => Promise<unknown>): Promise<number> {
	let made = 0;
	const hook = createHook({
		init: (_, type) => {
			if (type === 'PROMISE') made += 1;
		},
	}).enable();
	await work().finally(() => hook.disable());
	return made;
}

test('400 places make no more work of 1,000 messages than 1,000 do', async () => {
	const limited = (most: number) => async () => {
		const places = new MaxPerNumber({});
		const takes = Array.from({ length: 1000 }, async () => {
			const place = await places.take(messageFrom(), most);
			if (place instanceof Place) giveBack(place, accepted);
			return place;
		});
		const ends = await Promise.all(takes);
		expect(ends.filter((end) => end instanceof Place)).toHaveLength(most);
	};
	const all = await promisesOf(limited(1000));
	expect(await promisesOf(limited(400))).toBeLessThanOrEqual(all);
});
