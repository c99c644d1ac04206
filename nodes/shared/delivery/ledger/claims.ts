import { sleep, type IDataObject } from 'n8n-workflow';

import { keyOfOtherRecipient, left, open, type Message } from './message';
import type { NodeList } from './node-list';
import type { RecordedExecution, Scopes } from './scopes';

/** What is known of a message before it leaves. */
export type Known = 'new' | 'accepted' | 'unknown';

/** Waits for somebody else, about 31 seconds in all. */
const waitsMs = [250, 750, 2_000, 4_000, 8_000, 16_000];

function isAccepted(id: string, found: Set<string>): boolean {
	return found.has(left(id)) && !found.has(open(id));
}

/**
 * Who may send the messages of a run: what was sent before, by an earlier try of the execution or by another run, and what
 * others send at this moment, in this process and in others.
 */
export class Claims {
	/** Resolves once it is known which runs had announced themselves when the execution's first list began. */
	readonly ready?: Promise<void>;

	private announcements = 0;

	private readonly overruns: number;

	private announced?: Promise<void>;

	constructor(
		private readonly list: NodeList,
		private readonly execution: RecordedExecution,
		private readonly scopes: Scopes,
		memory: IDataObject,
	) {
		this.overruns = list.overruns;
		if (scopes.isList) this.ready = this.countAnnouncements(memory);
	}

	/** Why nobody can say any more whether another process has sent a message of this run; undefined while that is known. */
	get doubt(): string | undefined {
		if (this.list.overruns === this.overruns) return undefined;
		return "n8n's database stood still, and may have lost what another run recorded meanwhile";
	}

	/** Whether somebody else may send a message: others announce that they may send what a trigger's list sends. */
	mustAsk(message: Message): boolean {
		const { isList, mayBeRetried } = this.scopes;
		return (
			message.isAlwaysAsked || mayBeRetried || (isList && this.list.announcements !== this.announcements)
		);
	}

	/**
	 * Answers what is known of a message once nobody else sends it. InvalidInput for a key of another recipient; n8n's error when
	 * it refuses.
	 */
	async known(message: Message): Promise<Known> {
		if (message.isAlwaysAsked && !message.isNamed) await (this.announced ??= this.announce());
		for (let waits = 0; ; waits += 1) {
			const { known, mayEnd, missing } = await this.look(message);
			if (known === 'accepted') this.list.queue(missing);
			if (this.doubt !== undefined && !message.mayRepeat) return 'unknown';
			if (mayEnd.length === 0 || this.execution.isStopped()) return known;
			const waitMs = waitsMs[waits];
			if (waitMs === undefined) for (const value of mayEnd) this.list.abandoned.add(value);
			else await sleep(waitMs * (0.75 + Math.random() / 2));
		}
	}

	/**
	 * What the list says of a message, what says that somebody else sends it now, and what it lacks of a message that was
	 * accepted; errors as those of `known`.
	 */
	async look(message: Message): Promise<{ known: Known; mayEnd: string[]; missing: string[] }> {
		const ids = await this.idsOf(message);
		const found = await this.list.ask(valuesOf(message, ids));
		if (message.isOfOther(found)) throw keyOfOtherRecipient();
		const accepted = [...message.ids.map(left), ...message.keyHolder];
		return { ...this.stateOf(ids, found), missing: accepted.filter((value) => !found.has(value)) };
	}

	/**
	 * Records values of a message unless somebody else has sent it or sends it now, and answers whether it did. n8n's error when
	 * it refuses.
	 */
	async claim(message: Message, values: string[]): Promise<boolean> {
		for (;;) {
			const asks = this.mustAsk(message);
			const ids = asks ? await this.idsOf(message) : [];
			let isClaimed = false;
			const asked = asks ? valuesOf(message, ids) : [];
			const choose = (there: Set<string>) => {
				isClaimed = asks ? this.isFree(message, ids, there) : !this.mustAsk(message);
				return isClaimed ? values : [];
			};
			const found = await this.list.claim([...values, ...asked], choose, asked.length);
			if (isClaimed) message.foundBefore = found;
			if (isClaimed || asks) return isClaimed;
		}
	}

	/** The ids under which a message may have been sent. */
	private async idsOf(message: Message): Promise<string[]> {
		return [...message.countingIds, ...(await this.scopes.otherIds(this.list, message))];
	}

	private isFree(message: Message, ids: string[], found: Set<string>): boolean {
		if (message.isOfOther(found)) return false;
		const { known, mayEnd } = this.stateOf(ids, found);
		return known === 'new' || (known === 'unknown' && message.mayRepeat && mayEnd.length === 0);
	}

	private stateOf(ids: string[], found: Set<string>): { known: Known; mayEnd: string[] } {
		if (ids.some((id) => isAccepted(id, found))) return { known: 'accepted', mayEnd: [] };
		const underWay = ids.filter((id) => found.has(left(id))).map(open);
		const mayEnd = (value: string) => !this.execution.isOnlyProcess && !this.list.abandoned.has(value);
		return { known: underWay.length > 0 ? 'unknown' : 'new', mayEnd: underWay.filter(mayEnd) };
	}

	/** Makes others notice this run, before it sends anything. */
	private async announce(): Promise<void> {
		this.list.queue(this.scopes.values);
		await this.list.announce();
	}

	/**
	 * Counts as of the first list of the execution: one that goes on, although n8n gave it up, asks in all its rounds what its
	 * Retry has sent. Where n8n refuses to count, nobody can announce anything either.
	 */
	private async countAnnouncements(memory: IDataObject): Promise<void> {
		const now = await this.list.countAnnouncements().catch(() => this.list.announcements);
		this.announcements = Number((memory.announcements ??= now));
	}
}

function valuesOf(message: Message, ids: string[]): string[] {
	return [...ids.flatMap((id) => [left(id), open(id)]), ...message.keyValues];
}
