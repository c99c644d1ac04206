import { serviceOperations, type OperationId, type Schema } from '../nodes/shared/contract/contract';
import { leasedNumbers, type Account, type Channel, type LeasedNumber } from './accounts';
import { CallForwarding } from './call-forwarding';
import { FaultList } from './faults';
import { HeldRequests } from './held-requests';
import type { IncomingMessage } from './incoming-message';
import { SlidingWindow, TokenBucket } from './rates';
import type { SimulatorSettings } from './settings';
import type { Signal } from './signal';
import { Webhook, type SentEvent } from './webhook';

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

/** Everything that a running simulator remembers. */
export class SimulatorState {
	readonly requests: RecordedRequest[] = [];

	readonly violations: Violation[] = [];

	readonly outbox: OutboxMessage[] = [];

	/** What other people sent to leased numbers, oldest first. */
	readonly incoming: IncomingMessage[] = [];

	/** Reactions, typing indicators and read receipts of the callers, oldest first. */
	readonly signals: Signal[] = [];

	/** Events for the webhook, oldest first. */
	readonly events: SentEvent[] = [];

	readonly lookups: RecordedLookup[] = [];

	/** Where the simulator answers, once it does: the base URL of the service. */
	origin = '';

	readonly webhook = new Webhook(this);

	readonly faults = new FaultList();

	readonly held = new HeldRequests();

	readonly numbers = new Map<string, NumberState>();

	settings: SimulatorSettings;

	private readonly grants = new Map<string, Set<string>>();

	private readonly lookupWindows = new Map<string, SlidingWindow>();

	private readonly sendBuckets = new Map<string, TokenBucket>();

	private readonly magicStrikes = new Map<string, number>();

	constructor(private readonly initialSettings: SimulatorSettings) {
		this.settings = initialSettings;
		this.reset();
	}

	/** Back to the start: nothing recorded, nothing granted, no faults, the initial settings. */
	reset(): void {
		for (const records of [
			this.requests,
			this.violations,
			this.outbox,
			this.incoming,
			this.signals,
			this.events,
			this.lookups,
		]) {
			records.length = 0;
		}
		for (const memory of [this.grants, this.lookupWindows, this.sendBuckets, this.magicStrikes])
			memory.clear();
		this.faults.clear();
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

	/** Takes a message; the webhook is told what becomes of a text. */
	accept(message: OutboxMessage): void {
		this.outbox.push(message);
		this.webhook.tellOf(message);
	}

	/** Changes some settings until the next reset. */
	change(settings: Partial<SimulatorSettings>): void {
		this.settings = { ...this.settings, ...settings };
	}

	/** Changes the call forwarding of a leased number from outside the service. */
	changeForwarding(number: string, to: string | null, delayMs?: number): void {
		const leased = this.numbers.get(number);
		if (!leased) throw new Error(`${number} is not a leased number of the simulator`);
		leased.forwarding.change(to, delayMs ?? this.forwardingDelayMs(leased.lease), Date.now());
	}

	/** The present state in one object, for the admin address. */
	summary() {
		const now = Date.now();
		return {
			now,
			settings: this.settings,
			numbers: [...this.numbers.values()].map(({ lease, forwarding, failover }) => ({
				number: lease.number,
				channels: lease.channels,
				call_forwarding: forwarding.record(now).call_forwarding,
				failover,
			})),
			lookups: this.lookups,
			faults: this.faults.list(),
			counts: {
				requests: this.requests.length,
				violations: this.violations.length,
				outbox: this.outbox.length,
				incoming: this.incoming.length,
				events: this.events.length,
				lookups: this.lookups.length,
			},
		};
	}

	/** Whether an account holds an entitlement, from the start or by application. */
	hasEntitlement(account: Account, name: string): boolean {
		return account.entitlements.includes(name) || this.grants.get(account.token)?.has(name) === true;
	}

	grantEntitlement(account: Account, name: string): void {
		const names = this.grants.get(account.token) ?? new Set();
		this.grants.set(account.token, names.add(name));
	}

	/** Milliseconds that a change of forwarding waits on this number; 0 means that it holds at once. */
	forwardingDelayMs(lease: LeasedNumber): number {
		const { forwarding, forwardingDelayMs } = this.settings;
		const queued = forwarding === 'queued' || (forwarding === 'by_number' && lease.forwarding === 'queued');
		return queued ? forwardingDelayMs : 0;
	}

	/** Counts a lookup of an account: 0, or the seconds until the next one is let through (section 8). */
	secondsToWaitForLookup(account: Account, now: number): number {
		if (!this.settings.lookupRate) return 0;
		const window =
			this.lookupWindows.get(account.token) ?? new SlidingWindow(serviceOperations.lookUpNumber.rate);
		this.lookupWindows.set(account.token, window);
		return window.secondsToWait(now);
	}

	/** Counts a send of a number: 0, or the seconds until the next one is let through (public material). */
	secondsToWaitForSend(from: string, now: number): number {
		if (!this.settings.sendRate) return 0;
		const bucket = this.sendBuckets.get(from) ?? new TokenBucket(serviceOperations.sendImessage.rate, now);
		this.sendBuckets.set(from, bucket);
		return bucket.secondsToWait(now);
	}

	/** Whether a magic address that strikes `times` times strikes again; counts the strike. */
	strikesAgain(address: string, times: number): boolean {
		const struck = this.magicStrikes.get(address) ?? 0;
		if (struck >= times) return false;
		this.magicStrikes.set(address, struck + 1);
		return true;
	}
}
