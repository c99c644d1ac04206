import { serviceOperations, type Schema } from '../nodes/shared/contract/contract';
import { leasedNumbers, type Account, type LeasedNumber } from './accounts';
import { photo } from './attachments';
import { CallForwarding } from './call-forwarding';
import { orderedFault, type Fault, type FaultOrder } from './faults';
import { Files } from './files';
import { HeldRequests } from './held-requests';
import { magicAddresses } from './magic-numbers';
import type { GivenSignal, WrittenMessage } from './person';
import { slidingWindow, tokenBucket, type RateLimit } from './rates';
import type {
	IncomingMessage,
	OutboxMessage,
	RecordedRequest,
	Signal,
	Unfetched,
	Violation,
} from './records';
import type { SimulatorSettings } from './settings';
import { Webhook } from './webhook';
import { deliveryEvent, incomingEvent, newEventId } from './webhook-events';

/** A leased number with what can change about it. */
export interface NumberState {
	lease: LeasedNumber;
	forwarding: CallForwarding;
	failover: Required<Schema<'Failover'>>;
}

function magicFaults(): Fault[] {
	return magicAddresses.flatMap(({ number, effect, times = 0 }) =>
		effect ? [orderedFault({ ...effect, match: { number }, times })] : [],
	);
}

/** The entry of a key, made where there is none. */
function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
	const value = map.get(key) ?? make();
	map.set(key, value);
	return value;
}

/** Everything that a running simulator remembers since the start or the last reset, and what changes it from outside. */
export class SimulatorState {
	/** Every request of the service, oldest first, as all that follows. */
	readonly requests: RecordedRequest[] = [];

	/** Requests that do not match the OpenAPI document. */
	readonly violations: Violation[] = [];

	/** Every accepted message. */
	readonly outbox: OutboxMessage[] = [];

	/** What other people sent to leased numbers. */
	readonly incoming: IncomingMessage[] = [];

	/** Reactions, typing indicators and read receipts, of callers and of other people. */
	readonly signals: Signal[] = [];

	/** Files that could not be fetched. */
	readonly unfetched: Unfetched[] = [];

	readonly files = new Files();

	readonly webhook = new Webhook(() => this.settings);

	/** Events for the webhook, with what was answered. */
	readonly events = this.webhook.events;

	/** The base URL of the service, without trailing slash, once the simulator answers. */
	url = '';

	/** What goes wrong with magic addresses. */
	magicFaults: Fault[] = [];

	/** The faults that were added, used up ones too. */
	readonly faults: Fault[] = [];

	readonly held = new HeldRequests();

	readonly numbers = new Map<string, NumberState>();

	settings: Readonly<SimulatorSettings>;

	private readonly grants = new Map<string, Set<string>>();

	private readonly limits = new Map<string, RateLimit>();

	constructor(private readonly initialSettings: SimulatorSettings) {
		this.settings = initialSettings;
		this.reset();
	}

	/** Forgets everything, takes back the initial settings and ends requests that wait for an answer. */
	reset(): void {
		const { requests, violations, outbox, incoming, signals, unfetched, events, faults } = this;
		for (const records of [requests, violations, outbox, incoming, signals, unfetched, events, faults]) {
			records.length = 0;
		}
		for (const memory of [this.grants, this.limits, this.files]) memory.clear();
		this.magicFaults = magicFaults();
		this.settings = { ...this.initialSettings };
		for (const lease of leasedNumbers) {
			this.numbers.set(lease.number, {
				lease,
				forwarding: new CallForwarding(lease.number, lease.forwardedTo),
				failover: { enabled: false, mode: 'all', numbers: [] },
			});
		}
		this.held.releaseAll();
	}

	/** Changes some settings until the next reset. */
	set(settings: Partial<SimulatorSettings>): void {
		this.settings = { ...this.settings, ...settings };
	}

	/** Adds a fault; by default it strikes once. */
	fault(order: FaultOrder): Fault {
		const fault = orderedFault(order);
		this.faults.push(fault);
		return fault;
	}

	/** Ends all faults. */
	clearFaults(): void {
		this.faults.length = 0;
	}

	/** Changes the call forwarding of a leased number as somebody else would: to another number, or off with null. */
	changeForwarding(number: string, to: string | null, delayMs: number): void {
		this.leasedNumber(number).forwarding.change(to, delayMs, Date.now());
	}

	/** Writes to a leased number as somebody else: the message is there at once, its event goes to `webhookUrl`. */
	write(written: WrittenMessage): IncomingMessage {
		const { from, to, channel, text = '', photo: hasPhoto } = written;
		const [usual] = this.leasedNumber(to).lease.channels;
		const url = `${this.url}/attachments/${[from, to].map(encodeURIComponent).join('/')}/photo.png`;
		const message: IncomingMessage = {
			id: newEventId(),
			channel: channel ?? usual ?? 'text',
			from,
			to,
			text,
			attachments: hasPhoto ? [{ url, mime: 'image/png', filename: 'photo.png' }] : [],
			files: hasPhoto ? [this.files.keep(url, 'image/png', photo)] : [],
			at: Date.now(),
		};
		this.incoming.push(message);
		this.webhook.send(incomingEvent(message));
		return message;
	}

	/** Reacts, types or reads as somebody else; the history tells of it, and no event does. */
	signal({ from: person, to: leased, ...signal }: GivenSignal): Signal {
		const sides = { to: person, from: leased, account: null, at: Date.now() };
		const given = { reaction: null, on: null, ...signal, ...sides };
		this.signals.push(given);
		return given;
	}

	/** Takes a message; the webhook is told what becomes of a text, and of nothing else. */
	accept(message: OutboxMessage): void {
		this.outbox.push(message);
		if (message.tried === 'text') this.webhook.send(deliveryEvent(message));
	}

	/** Whether an account holds an entitlement, from the start or by application. */
	hasEntitlement(account: Account, name: string): boolean {
		return account.entitlements.includes(name) || this.grants.get(account.token)?.has(name) === true;
	}

	grantEntitlement(account: Account, name: string): void {
		entryOf(this.grants, account.token, () => new Set()).add(name);
	}

	/** Milliseconds that a change of forwarding waits on this number; 0 means that it holds at once. */
	forwardingDelayMs(lease: LeasedNumber): number {
		return lease.forwarding === 'queued' ? this.settings.forwardingDelayMs : 0;
	}

	/** Counts a lookup of an account: 0, or the seconds until the next one is let through (section 8). */
	secondsToWaitForLookup(account: Account, now: number): number {
		const limit = () => slidingWindow(serviceOperations.lookUpNumber.rate);
		return this.settings.lookupRate ? entryOf(this.limits, account.token, limit)(now) : 0;
	}

	/** Counts a send of a number: 0, or the seconds until the next one is let through (public material). */
	secondsToWaitForSend(from: string, now: number): number {
		const limit = () => tokenBucket(serviceOperations.sendImessage.rate);
		return this.settings.sendRate ? entryOf(this.limits, from, limit)(now) : 0;
	}

	private leasedNumber(number: string): NumberState {
		const leased = this.numbers.get(number);
		if (!leased) throw new Error(`${number} is not a leased number of the simulator`);
		return leased;
	}
}
