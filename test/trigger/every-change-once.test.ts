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
	/** Whether the next read of this number fails. */
	fails: boolean;
}

interface Model {
	event: Event;
	durable: boolean;
	numbers: Map<string, NumberModel>;
}

interface Real {
	trigger: TriggerHost;
}

type Step = fc.AsyncCommand<Model, Real>;

function settle(model: Model): void {
	for (const number of model.numbers.values()) {
		if (number.pending && number.pending.at <= Date.now()) {
			number.unseen = number.inEffect = number.pending.to;
			number.pending = undefined;
		}
	}
}

function covered(event: Event, to: string | null): boolean {
	if (event === 'changeApplied') return true;
	return event === 'forwardingEnabled' ? to !== null : to === null;
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
		const { unseen, remembered } = state;
		if (unseen !== undefined && unseen !== remembered && covered(model.event, unseen)) {
			expected.push(`${number} → ${unseen}`);
		}
		state.unseen = undefined;
		read.push(state);
	}
	const isStored = !model.durable || !isActivation || expected.length > 0;
	if (isStored) for (const state of read) state.remembered = state.inEffect;
	const emitted = items.map(({ number, call_forwarding: forwarding }) => {
		return `${String(number)} → ${(forwarding as { to: string | null }).to}`;
	});
	expect(emitted).toEqual(expected);
	expect(errors).toHaveLength(failures > 0 ? 1 : 0);
}

class Change implements Step {
	constructor(
		readonly number: string,
		readonly to: string | null,
		readonly minutes: number,
	) {}

	check(model: Readonly<Model>): boolean {
		const state = model.numbers.get(this.number);
		return state !== undefined && state.unseen === undefined && !state.pending && state.inEffect !== this.to;
	}

	async run(model: Model): Promise<void> {
		settle(model);
		const state = model.numbers.get(this.number) as NumberModel;
		simulator().changeForwarding(this.number, this.to, this.minutes * minute);
		if (this.minutes === 0) state.unseen = state.inEffect = this.to;
		else state.pending = { to: this.to, at: Date.now() + this.minutes * minute };
	}

	toString = () => `change ${this.number} to ${this.to} in ${this.minutes} min`;
}

class Withdraw implements Step {
	constructor(readonly number: string) {}

	check(model: Readonly<Model>): boolean {
		const pending = model.numbers.get(this.number)?.pending;
		return pending !== undefined && pending.at > Date.now();
	}

	async run(model: Model): Promise<void> {
		const state = model.numbers.get(this.number) as NumberModel;
		simulator().changeForwarding(this.number, state.inEffect, 0);
		state.pending = undefined;
	}

	toString = () => `withdraw the change of ${this.number}`;
}

class Wait implements Step {
	constructor(readonly minutes: number) {}

	check = () => true;

	async run(model: Model): Promise<void> {
		await jest.advanceTimersByTimeAsync(this.minutes * minute);
		settle(model);
	}

	toString = () => `wait ${this.minutes} min`;
}

class Fail implements Step {
	constructor(readonly number: string) {}

	check(model: Readonly<Model>): boolean {
		return [...model.numbers.values()].every(({ fails }) => !fails);
	}

	async run(model: Model): Promise<void> {
		(model.numbers.get(this.number) as NumberModel).fails = true;
		simulator().fault({ kind: 'status', status: 500, match: { number: this.number }, times: 1 });
	}

	toString = () => `the next read of ${this.number} fails`;
}

class Poll implements Step {
	check = () => true;

	async run(model: Model, { trigger }: Real): Promise<void> {
		await expectPoll(model, async () => await trigger.poll());
	}

	toString = () => 'poll';
}

const restarts = {
	killAndStart: async (trigger: TriggerHost) => await trigger.killAndStart(),
	activateAgain: async (trigger: TriggerHost) => await trigger.activateAgain(),
	/** n8n may discard what the old poll has found, so that the activation must tell it. */
	publishWhilePolling: async (trigger: TriggerHost) => {
		const { old, activation } = await trigger.publishWhilePolling();
		expect(old.items).toEqual([]);
		return activation;
	},
};

class Restart implements Step {
	constructor(readonly how: keyof typeof restarts) {}

	check(model: Readonly<Model>): boolean {
		const remembers = model.durable || model.event === 'changeApplied';
		return remembers && [...model.numbers.values()].every(({ fails }) => !fails);
	}

	async run(model: Model, { trigger }: Real): Promise<void> {
		await expectPoll(model, async () => await restarts[this.how](trigger), true);
	}

	toString = () => this.how;
}

const anyNumber = fc.constantFrom(...numbers);
const steps = fc.commands<Model, Real, true>(
	[
		fc
			.tuple(anyNumber, fc.constantFrom(null, ...targets), fc.constantFrom(0, 0, 1, 3, 30))
			.map(([number, to, minutes]) => new Change(number, to, minutes)),
		anyNumber.map((number) => new Withdraw(number)),
		fc.constantFrom(1, 2, 40).map((minutes) => new Wait(minutes)),
		anyNumber.map((number) => new Fail(number)),
		fc.constant(new Poll()),
		fc.constant(new Poll()),
		fc.constantFrom(...Object.keys(restarts)).map((how) => new Restart(how as keyof typeof restarts)),
	] as never,
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
						{ inEffect: to, remembered: to, fails: false },
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
