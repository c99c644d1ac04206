/**
 * A model of the trigger: whatever happens, each applied change that the event covers is emitted exactly once.
 * A poll sees states, not history, so the model lets one change take effect between two looks at a number.
 */
import fc from 'fast-check';

import { useFakeClock, whileTimePasses } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { leased, simulator, useSimulator } from '../support/simulated';
import { TriggerHost, type Polled } from '../support/trigger-host';

useSimulator();
useFakeClock();

const numbers = [leased.imessage, leased.imessageToo, leased.queued];
const targets = ['+12025550190', '+12025550191'];
const minute = 60_000;

type Event = 'changeApplied' | 'forwardingEnabled' | 'forwardingDisabled';

interface NumberModel {
	/** The forwarding in effect. */
	inEffect: string | null;
	/** The change that waits, and when it takes effect. */
	pending?: { to: string | null; at: number };
	/** A change that has taken effect and has not been looked at. */
	unseen?: string | null;
	/** What the trigger goes on from after a kill. */
	remembered: string | null;
	/** Whether the trigger has last seen the number queued, and whether it still knows that after a kill. */
	sawQueued: boolean;
	remembersQueued: boolean;
	/** Whether the next read of this number fails. */
	fails: boolean;
}

interface Model {
	event: Event;
	durable: boolean;
	numbers: Map<string, NumberModel>;
	/** Whether n8n has stored what a poll remembers: until then, polls go on from what the last activation has read. */
	isStored?: boolean;
}

interface Real {
	trigger: TriggerHost;
}

type Step = fc.AsyncCommand<Model, Real, true>;

function isDue(pending: NumberModel['pending']): boolean {
	return pending !== undefined && pending.at <= Date.now();
}

function settle(model: Model): void {
	for (const number of model.numbers.values()) {
		if (number.pending && isDue(number.pending)) {
			number.unseen = number.inEffect = number.pending.to;
			number.pending = undefined;
		}
	}
}

function covered(event: Event, to: string | null): boolean {
	if (event === 'changeApplied') return true;
	return event === 'forwardingEnabled' ? to !== null : to === null;
}

/** What the trigger must emit of a number that it reads, and the model after that. */
function expectedOf(event: Event, number: string, state: NumberModel): string[] {
	const { inEffect, unseen, remembered, pending, sawQueued } = state;
	const isApplied = sawQueued ? !pending : unseen !== undefined && unseen !== remembered;
	state.unseen = undefined;
	state.sawQueued = pending !== undefined;
	return isApplied && covered(event, inEffect) ? [`${number} → ${inEffect}`] : [];
}

/** Whether n8n stores what a poll has read: with durable cursors, that of an activation only where there is nothing else. */
function isStored(model: Model, isActivation: boolean, emits: boolean): boolean {
	return emits || (model.durable && !(isActivation && model.isStored));
}

/** n8n stores what the trigger remembers. */
function store(model: Model, read: NumberModel[], isActivation: boolean, emits: boolean): void {
	const { durable, numbers } = model;
	const stores = isStored(model, isActivation, emits);
	if (stores || !durable) for (const state of read) state.remembered = state.inEffect;
	for (const state of numbers.values()) {
		if (stores || (!durable && isActivation)) state.remembersQueued = state.sawQueued;
		if (durable) state.sawQueued = state.remembersQueued;
	}
	model.isStored ||= !isActivation || emits;
}

/**
 * What a poll must emit. With durable cursors, n8n does not store what the poll of an activation has seen of changes that
 * the event does not cover: the next poll goes on from what was there before.
 */
async function expectPoll(model: Model, poll: () => Promise<Polled>, isActivation = false): Promise<void> {
	const { items, errors } = await whileTimePasses(poll());
	settle(model);
	const expected: string[] = [];
	const read: NumberModel[] = [];
	let failures = 0;
	for (const [number, state] of model.numbers) {
		if (state.fails) {
			failures += 1;
			state.fails = false;
			continue;
		}
		expected.push(...expectedOf(model.event, number, state));
		read.push(state);
	}
	store(model, read, isActivation, expected.length > 0);
	const emitted = items.map(({ number, call_forwarding: forwarding }) => {
		return `${String(number)} → ${(forwarding as { to: string | null }).to}`;
	});
	expect(emitted).toEqual(expected);
	expect(errors).toHaveLength(failures > 0 ? 1 : 0);
}

/** Something that may happen, when the model allows it. */
function step(
	name: string,
	run: (model: Model, real: Real) => Promise<void>,
	check: (model: Readonly<Model>) => boolean = () => true,
): Step {
	return { check: async (model) => check(model), run, toString: () => name };
}

function numberIn(model: Readonly<Model>, number: string): NumberModel {
	return model.numbers.get(number) as NumberModel;
}

function nothingFails(model: Readonly<Model>): boolean {
	return [...model.numbers.values()].every(({ fails }) => !fails);
}

function change(number: string, to: string | null, minutes: number): Step {
	return step(
		`change ${number} to ${to} in ${minutes} min`,
		async (model) => {
			settle(model);
			const state = numberIn(model, number);
			simulator().changeForwarding(number, to, minutes * minute);
			state.pending = minutes > 0 ? { to, at: Date.now() + minutes * minute } : undefined;
			if (minutes === 0) state.unseen = state.inEffect = to;
		},
		(model) => {
			const { unseen, pending, inEffect } = numberIn(model, number);
			return unseen === undefined && !isDue(pending) && inEffect !== to;
		},
	);
}

function withdraw(number: string): Step {
	return step(
		`withdraw the change of ${number}`,
		async (model) => {
			const state = numberIn(model, number);
			simulator().changeForwarding(number, state.inEffect, 0);
			state.pending = undefined;
		},
		(model) => {
			const { pending } = numberIn(model, number);
			return pending !== undefined && !isDue(pending);
		},
	);
}

function wait(minutes: number): Step {
	return step(`wait ${minutes} min`, async (model) => {
		await jest.advanceTimersByTimeAsync(minutes * minute);
		settle(model);
	});
}

function fail(number: string): Step {
	return step(
		`the next read of ${number} fails`,
		async (model) => {
			numberIn(model, number).fails = true;
			simulator().fault({ kind: 'status', status: 500, match: { number }, times: 1 });
		},
		nothingFails,
	);
}

const poll = step('poll', async (model, { trigger }) => {
	await expectPoll(model, async () => await trigger.poll());
});

const restarts: Record<string, (trigger: TriggerHost) => Promise<Polled>> = {
	killAndStart: async (trigger) => await trigger.killAndStart(),
	activateAgain: async (trigger) => await trigger.activateAgain(),
	/** n8n may discard what the old poll has found, so that the activation must tell it. */
	publishWhilePolling: async (trigger) => {
		const { old, activation } = await trigger.publishWhilePolling();
		expect(old.items).toEqual([]);
		return activation;
	},
};

const restartSteps = Object.entries(restarts).map(([how, restart]) =>
	step(
		how,
		async (model, { trigger }) => {
			for (const state of model.numbers.values()) state.sawQueued = state.remembersQueued;
			await expectPoll(model, async () => await restart(trigger), true);
		},
		(model) => (model.durable || model.event === 'changeApplied') && nothingFails(model),
	),
);

const anyNumber = fc.constantFrom(...numbers);
const steps = fc.commands<Model, Real, true>(
	[
		fc
			.tuple(anyNumber, fc.constantFrom(null, ...targets), fc.constantFrom(0, 0, 1, 3, 30))
			.map(([number, to, minutes]) => change(number, to, minutes)),
		anyNumber.map(withdraw),
		fc.constantFrom(1, 2, 40).map(wait),
		anyNumber.map(fail),
		fc.constant(poll),
		fc.constant(poll),
		fc.constantFrom(...restartSteps),
	],
	{ maxCommands: 60, size: 'max' },
);

test.each<[Event, boolean]>([
	['changeApplied', false],
	['changeApplied', true],
	['forwardingEnabled', false],
	['forwardingEnabled', true],
	['forwardingDisabled', true],
])(
	'%s, durable cursors %s: each applied change is emitted exactly once (section 3)',
	async (event, durable) => {
		await fc.assert(
			fc.asyncProperty(steps, async (commands) => {
				simulator().reset();
				const trigger = new TriggerHost({ watchedNumbers: severalNumbers(...numbers), event }, { durable });
				const initial = new Map(
					['+12125550192', null, '+16465550196'].map((to, index): [string, NumberModel] => [
						numbers[index] as string,
						{ inEffect: to, remembered: to, sawQueued: false, remembersQueued: false, fails: false },
					]),
				);
				await trigger.activate();
				await fc.asyncModelRun(
					() => ({ model: { event, durable, numbers: initial }, real: { trigger } }),
					commands,
				);
			}),
			{ numRuns: 25 },
		);
	},
);
