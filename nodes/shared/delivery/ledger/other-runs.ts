import { isCertain, Locks } from './locks';
import { left, open, type Message } from './message';
import { keyOfOtherRecipient } from './names';
import { NodeList } from './node-list';
import type { RecordedExecution, Scopes } from './scopes';

/** What is known of a message before it leaves. */
export type Known = 'new' | 'accepted' | 'unknown';

function isAccepted(id: string, found: Set<string>): boolean {
	return found.has(left(id)) && !found.has(open(id));
}

/** What other runs, of this process and of others, have sent of the messages of one run, and what they send at this moment. */
export class OtherRuns {
	readonly locks: Locks;

	/** How often others had announced themselves, and n8n's database had stood still, when the run began. */
	private readonly before: { announcements: number; stalls: number };

	private announced?: Promise<void>;

	constructor(
		private readonly list: NodeList,
		private readonly execution: RecordedExecution,
		private readonly scopes: Scopes,
	) {
		this.locks = new Locks(list, execution.isStopped);
		this.before = { announcements: list.announcements, stalls: list.stalls };
	}

	/** Why nobody can say any more whether another process has sent a message of this run; undefined while that is known. */
	get doubt(): string | undefined {
		if (this.list.stalls === this.before.stalls) return undefined;
		return "n8n's database took longer than 30 seconds, and may have lost what another run recorded meanwhile";
	}

	/** Whether somebody else may send a message. */
	mustAsk(message: Message): boolean {
		const hasStarted = this.list.announcements !== this.before.announcements;
		const mayBeOthers = NodeList.isShared || this.list.isDoubtful || hasStarted;
		return message.isContested || (this.scopes.isList && mayBeOthers);
	}

	/**
	 * Takes a message's lock, and answers what is known of the message once nobody else sends it. InvalidInput for a key of
	 * another recipient; n8n's error when it refuses.
	 */
	async known(message: Message): Promise<Known> {
		if (this.doubt !== undefined) return 'unknown';
		if (!message.isNamed) await (this.announced ??= this.announce());
		if (!message.lock || !isCertain(message.lock)) message.lock = await this.locks.take(message.locks);
		for (let waits = 0; message.lock; waits += 1) {
			const { known, mayEnd } = await this.found(message);
			const hasEnded = mayEnd.length === 0 || this.execution.isStopped();
			if (hasEnded) return this.doubt === undefined ? known : 'unknown';
			await this.locks.waitFor(mayEnd, waits);
		}
		return 'new';
	}

	/** What the list says of a message, and what says that somebody else sends it now; errors as those of `known`. */
	async found(message: Message): Promise<{ known: Known; mayEnd: string[] }> {
		const others = await this.scopes.otherIds(this.list, message);
		const ids = [...message.countingIds, ...others];
		const found = await this.list.ask([...ids.flatMap((id) => [left(id), open(id)]), ...message.keyHolder]);
		if (message.isOfOther(found)) throw keyOfOtherRecipient();
		if (ids.some((id) => isAccepted(id, found))) {
			this.list.queue(message.ids.map(left).filter((value) => !found.has(value)));
			return { known: 'accepted', mayEnd: [] };
		}
		const underWay = ids.filter((id) => found.has(open(id)));
		const isOwn = (id: string) => !this.scopes.asksRecent && message.ids.includes(id);
		const isElsewhere = (id: string) => NodeList.isShared || !isOwn(id);
		const mayEnd = underWay.filter(isElsewhere).map(open);
		return {
			known: underWay.length > 0 ? 'unknown' : 'new',
			mayEnd: mayEnd.filter((value) => !this.list.abandoned.has(value)),
		};
	}

	/** Makes sure of a message's lock, and answers whether nobody else has sent it. */
	async isNobodyElses(message: Message): Promise<boolean> {
		if (message.lock && isCertain(message.lock)) return true;
		const known = await this.known(message);
		return known === 'new' ? message.lock !== undefined : known === 'unknown' && message.mayRepeat;
	}

	/** How many other messages to the same recipient this execution has had accepted; Infinity where nobody knows. */
	async acceptedBeside(message: Message): Promise<number> {
		if (message.isNamed) return Infinity;
		const ids = this.scopes.idsBeside(message);
		const found = await this.list.ask(ids.flatMap((id) => [left(id), open(id)])).catch(() => undefined);
		return found ? ids.filter((id) => isAccepted(id, found)).length : Infinity;
	}

	/** Makes others notice this run, before it sends anything. */
	private async announce(): Promise<void> {
		this.list.queue(this.scopes.values);
		await this.list.announce();
	}
}
