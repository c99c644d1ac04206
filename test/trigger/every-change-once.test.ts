/**
 * A model of the trigger: whatever happens, each applied change that the event covers is emitted exactly once.
 * A poll sees states, not history, so the model lets one change take effect between two looks at a number.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { pass, useFakeClock, whileTimePasses } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { forwardedTo } from '../support/leased-numbers';
import { leased, simulator, useSimulator } from '../support/simulated';
import { TriggerHost, type Polled } from '../support/trigger-host';

useSimulator();
useFakeClock();

const numbers = [leased.imessage, leased.imessageToo, leased.queued];
const minute = 60_000;

type Event = 'changeApplied' | 'forwardingEnabled' | 'forwardingDisabled';
type Restart = 'activateAgain' | 'publishWhilePolling';
type Step =
	{ number: string; to: string | null; minutes: number } | { waits: number } | 'fail' | 'poll' | Restart;

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({
		number: fc.constantFrom(...numbers),
		to: fc.constantFrom(null, '+12025550190', '+12025550191'),
		minutes: fc.constantFrom(0, 0, 1, 3, 30),
	}),
	fc.record({ waits: fc.constantFrom(1, 2, 40) }),
	fc.constantFrom<Step[]>('poll', 'poll', 'poll', 'fail'),
	fc.constantFrom<Step[]>('activateAgain', 'activateAgain', 'publishWhilePolling'),
);

interface NumberModel {
	/** The forwarding in effect, and that from which the trigger goes on. */
	inEffect: string | null;
	remembered: string | null;
	/** The change that waits, and when it takes effect. */
	pending?: { to: string | null; at: number };
}

class Model {
	private readonly states = new Map<string, NumberModel>();

	private readonly trigger: TriggerHost;

	/** The number of which the next read fails. */
	private failing?: string;

	constructor(
		private readonly event: Event,
		private readonly durable: boolean,
	) {
		this.trigger = new TriggerHost({ numbers: severalNumbers(...numbers), event }, { durable });
	}

	async start(): Promise<void> {
		for (const number of numbers) {
			const to = forwardedTo(number);
			this.states.set(number, { inEffect: to, remembered: to });
		}
		await this.trigger.activate();
		await this.trigger.poll();
	}

	async take(step: Step): Promise<void> {
		this.settle();
		if (step === 'poll') return await this.expectPoll(async () => await this.trigger.poll(), false);
		if (step === 'fail') return this.fail();
		if (typeof step === 'string') return await this.restart(step);
		if ('waits' in step) return await pass(step.waits * minute);
		const { number, to, minutes } = step;
		const state = this.states.get(number) as NumberModel;
		if (state.inEffect !== state.remembered || state.inEffect === to) return;
		simulator().changeForwarding(number, to, minutes * minute);
		state.pending = { to, at: Date.now() + minutes * minute };
	}

	private settle(): void {
		for (const state of this.states.values()) {
			if (!state.pending || state.pending.at > Date.now()) continue;
			state.inEffect = state.pending.to;
			state.pending = undefined;
		}
	}

	private fail(): void {
		if (this.failing) return;
		[this.failing] = numbers;
		simulator().fault({ kind: 'status', status: 500, match: { number: this.failing }, times: 1 });
	}

	/** Where n8n does not store what a poll has seen without an event, a change may be undone before anybody sees it. */
	private async restart(how: Restart): Promise<void> {
		if (this.failing || (!this.durable && this.event !== 'changeApplied')) return;
		if (how === 'activateAgain') {
			return await this.expectPoll(async () => await this.trigger.activateAgain(), true);
		}
		// n8n may discard what the old poll has found, so that the activation must tell it.
		await this.expectPoll(async () => {
			const { old, activation } = await this.trigger.publishWhilePolling();
			expect(old.items).toEqual([]);
			return activation;
		}, true);
	}

	/**
	 * What a poll must emit. With durable cursors, n8n does not store what the poll of an activation has seen of changes that
	 * the event does not cover: the next poll goes on from what was there before.
	 */
	private async expectPoll(poll: () => Promise<Polled>, isActivation: boolean): Promise<void> {
		const { items, errors } = await whileTimePasses(poll());
		this.settle();
		const read = [...this.states].filter(([number]) => number !== this.failing);
		const changed = read.filter(
			([, { inEffect, remembered }]) => inEffect !== remembered && this.covers(inEffect),
		);
		expect(items.map(({ number, call_forwarding: now }) => [number, (now as IDataObject).to])).toEqual(
			changed.map(([number, { inEffect }]) => [number, inEffect]),
		);
		expect(errors).toHaveLength(this.failing ? 1 : 0);
		this.failing = undefined;
		if (this.durable && isActivation && changed.length === 0) return;
		for (const [, state] of read) state.remembered = state.inEffect;
	}

	private covers(to: string | null): boolean {
		if (this.event === 'changeApplied') return true;
		return this.event === 'forwardingEnabled' ? to !== null : to === null;
	}
}

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
			fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
				simulator().reset();
				const model = new Model(event, durable);
				await model.start();
				for (const one of steps) await model.take(one);
			}),
			{ numRuns: 15 },
		);
	},
);
