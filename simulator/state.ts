import { serviceOperations, type OperationId, type Schema } from '../nodes/shared/contract/contract';
import { leasedNumbers, type Account, type Channel, type LeasedNumber } from './accounts';
import { CallForwarding } from './call-forwarding';
import { orderedFault, type Fault, type FaultOrder } from './faults';
import { HeldRequests } from './held-requests';
import type { IncomingMessage } from './incoming-message';
import { SlidingWindow, TokenBucket } from './rates';
import type { SimulatorSettings } from './settings';
import type { Signal } from './signal';
import { Webhook, type SentEvent, type WrittenMessage } from './webhook';

/** A request of the service as it arrived. */
export interface RecordedRequest {
	/** Null where the document knows no such operation. */
	operationId: OperationId | null;
	method: string;
	/** The path as it was sent, percent-encoding included, without the query. */
	path: string;
	query: Record<string, unknown>;
	/** The JSON body; the text where it is not JSON; null where there is none. */
	body: unknown;
	/** The headers without `authorization`. */
	headers: Record<string, string | string[] | undefined>;
	authorization: 'ok' | 'missing' | 'wrong';
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	/** Whether the simulator still waits before it answers or resets the connection. */
	underWay: boolean;
	/** Null while there is no answer, and for a connection that was reset. */
	answeredStatus: number | null;
}

/** A request that does not match the OpenAPI document, or an answer that does not: a defect of the simulator. */
export interface Violation {
	side: 'request' | 'response';
	operationId: OperationId | null;
	method: string;
	path: string;
	problems: string[];
	at: number;
}

/** Why a message did not go over the channel that was asked for (section 4.5). */
export type FallbackCondition = Schema<'ImessageFallbackCondition'> | Schema<'WhatsappFallbackCondition'>;

/** A message that the service accepted. */
export interface OutboxMessage {
	message_id: string;
	operationId: OperationId;
	/** Name of the account that sent it. */
	account: string;
	/** Acceptance, in milliseconds since the epoch. */
	at: number;
	to: string;
	/** The number that it was sent from in the end: that of the fallback where one happened. */
	from: string;
	/** The channel that was asked for. */
	asked: Channel;
	/** What it arrived over; null when it was not delivered. */
	channel: Channel | null;
	/** What kept it from the channel that was asked for; null when nothing did. */
	condition: FallbackCondition | null;
	/** The fallback as asked for; null when there was none, and for email recipients. */
	fallback: { when: readonly FallbackCondition[]; from: string | null } | null;
	message: string | null;
	attachments: readonly string[];
	effect: Schema<'Effect'> | null;
	fastTrack: boolean;
	/** The whole body of the request. */
	body: Record<string, unknown>;
}

/** A lookup that was answered. */
export interface RecordedLookup {
	at: number;
	account: string;
	record: Schema<'NumberIntelligence'>;
}

/** A leased number with what can change about it. */
export interface NumberState {
	lease: LeasedNumber;
	forwarding: CallForwarding;
	failover: Required<Schema<'Failover'>>;
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

	/** Reactions, typing indicators and read receipts of the callers. */
	readonly signals: Signal[] = [];

	/** Events for the webhook, with what was answered. */
	readonly events: SentEvent[] = [];

	/** Every answered lookup. */
	readonly lookups: RecordedLookup[] = [];

	/** The base URL of the service, without trailing slash, once the simulator answers. */
	url = '';

	/** The faults that were added, used up ones too. */
	readonly faults: Fault[] = [];

	readonly held = new HeldRequests();

	readonly numbers = new Map<string, NumberState>();

	settings: Readonly<SimulatorSettings>;

	readonly webhook = new Webhook(this);

	private readonly grants = new Map<string, Set<string>>();

	private readonly lookupWindows = new Map<string, SlidingWindow>();

	private readonly sendBuckets = new Map<string, TokenBucket>();

	private readonly magicStrikes = new Map<string, number>();

	constructor(private readonly initialSettings: SimulatorSettings) {
		this.settings = initialSettings;
		this.reset();
	}

	/** Forgets everything, takes back the initial settings and ends requests that wait for an answer. */
	reset(): void {
		const { requests, violations, outbox, incoming, signals, events, lookups, faults } = this;
		for (const records of [requests, violations, outbox, incoming, signals, events, lookups, faults]) {
			records.length = 0;
		}
		for (const memory of [this.grants, this.lookupWindows, this.sendBuckets, this.magicStrikes])
			memory.clear();
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

	/**
	 * Changes the call forwarding of a leased number as somebody else would: to another number, or off with null;
	 * after `delayMs`, by default that of the number.
	 */
	changeForwarding(number: string, to: string | null, delayMs?: number): void {
		const leased = this.numbers.get(number);
		if (!leased) throw new Error(`${number} is not a leased number of the simulator`);
		leased.forwarding.change(to, delayMs ?? this.forwardingDelayMs(leased.lease), Date.now());
	}

	/** Writes to a leased number as somebody else; the event goes to `webhookUrl`. */
	write(written: WrittenMessage): IncomingMessage {
		return this.webhook.write(written);
	}

	/** Takes a message; the webhook is told what becomes of a text. */
	accept(message: OutboxMessage): void {
		this.outbox.push(message);
		this.webhook.tellOf(message);
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
		if (!this.settings.lookupRate) return 0;
		const { rate } = serviceOperations.lookUpNumber;
		return entryOf(this.lookupWindows, account.token, () => new SlidingWindow(rate)).secondsToWait(now);
	}

	/** Counts a send of a number: 0, or the seconds until the next one is let through (public material). */
	secondsToWaitForSend(from: string, now: number): number {
		if (!this.settings.sendRate) return 0;
		const { rate } = serviceOperations.sendImessage;
		return entryOf(this.sendBuckets, from, () => new TokenBucket(rate, now)).secondsToWait(now);
	}

	/** Whether a magic address that strikes `times` times strikes again; counts the strike. */
	strikesAgain(address: string, times: number): boolean {
		const struck = this.magicStrikes.get(address) ?? 0;
		if (struck >= times) return false;
		this.magicStrikes.set(address, struck + 1);
		return true;
	}
}
