import { serviceOperations } from '../../contract/contract';
import type { Explanation } from '../../failure/explain';
import type { Effect, NodeOperation } from '../../operation/operation';
import { shownText } from '../../service/answer';
import { recentHours } from '../ledger/scopes';
import type { NodeRun } from '../steps/step';
import { isFailed, type Delivery, type Result } from './delivery';

const acceptedWords: Record<Effect, string> = { send: 'accepted', read: 'answered', change: 'done' };
const countedItems = 5;
const namedItems = 10;
const longestName = 60;

type Count = Result['status'] | 'earlier';

/** Counts what became of the items of a run, and says it in sentences. */
export class RunSummary {
	private readonly counts: Record<Count, number> = {
		accepted: 0,
		earlier: 0,
		checked: 0,
		deferred: 0,
		skipped: 0,
		unknown: 0,
		failed: 0,
		notAsked: 0,
	};

	private readonly effect: Effect;

	constructor(
		private readonly run: NodeRun,
		{ service }: NodeOperation,
		private readonly results: Result[],
		private readonly delivery?: Delivery,
	) {
		this.effect = serviceOperations[service].effect;
		for (const result of results) {
			const isEarlier = 'wasEarlier' in result && result.wasEarlier === true;
			this.counts[isEarlier ? 'earlier' : result.status] += 1;
		}
	}

	/** Whether nothing is left to be done for any item. */
	get isWhole(): boolean {
		const { deferred, unknown, failed } = this.counts;
		return deferred + unknown + failed === 0;
	}

	/** Whether a dry run has checked an item. */
	get hasChecked(): boolean {
		return this.counts.checked > 0;
	}

	/** How what was sent earlier is sent again. */
	private get again(): string {
		return this.run.mode === 'manual'
			? `What this node sent in the last ${recentHours} hours, or with the same key or campaign, is not sent again. To send it again, turn on Send Again in Options.`
			: 'What was accepted earlier is not sent again.';
	}

	/** Which later runs send only what this one has left. n8n does not tell a sub-workflow of a Retry above it. */
	private get rest(): string {
		if (this.run.mode === 'integrated') return '';
		const { ledger } = this.delivery?.record ?? {};
		return ledger && ledger.refusal === undefined
			? `Retry in the executions list, or a manual run within ${recentHours} hours, sends only what is missing.`
			: 'Retry in the executions list sends only what is missing.';
	}

	/** What is worth a word although the workflow goes on: why an item failed stands in its row. */
	hint(): string {
		const { accepted, earlier, deferred } = this.counts;
		const isToldByRows = accepted === this.results.length;
		const sentences = [
			!isToldByRows && `${this.isDryRun ? 'Dry run, nothing was sent: ' : ''}${this.numbers()}.`,
			deferred > 0 && 'Nothing sends what is left automatically: use a schedule.',
			earlier > 0 && this.again,
			...(this.delivery?.queues.waits() ?? []),
		];
		return sentences.filter(Boolean).join(' ');
	}

	/** The error that ends the workflow, of the first item that failed. With several, it tells of all of them. */
	ofFailedRun(first: Explanation): Explanation {
		const { length } = this.results;
		if (length === 1) return first;
		const { message, description } = first;
		if (this.effect !== 'send') return { message, description: `${description} ${this.numbers()}.` };
		const { failed, unknown, earlier } = this.counts;
		const left = [failed > 0 && `${failed} not sent`, unknown > 0 && `${unknown} unknown`].filter(Boolean);
		const others = this.numbers(['failed', 'unknown']);
		const last = [description, earlier > 0 && this.again, this.rest].filter(Boolean).join(' ');
		return {
			message: [left.join(', ').replace(' ', ` of ${length} `), others].filter(Boolean).join(', '),
			description: [...this.failedItems(), last].join('\n'),
		};
	}

	/** Whether each message was only checked, as far as it could be. */
	private get isDryRun(): boolean {
		const isChecked = this.results.map(({ isDryRun, status }) => isDryRun || status === 'failed');
		return this.results.some((one) => one.isDryRun) && isChecked.every(Boolean);
	}

	/** How many items have which status, and which ones failed, e.g. `1 accepted now, 26 earlier, 2 failed (items 5, 9)`. */
	private numbers(without: Count[] = []): string {
		const { accepted, earlier } = this.counts;
		const done = acceptedWords[this.effect];
		const bothTimes = accepted > 0 && earlier > 0;
		const words: Record<Count, string> = {
			accepted: bothTimes ? `${done} now` : done,
			earlier: bothTimes ? 'earlier' : `${done} earlier`,
			checked: this.isDryRun ? 'to send' : 'checked',
			deferred: 'left for a later run',
			skipped: 'skipped',
			unknown: `unknown ${this.places('unknown')}`,
			failed: `failed ${this.places('failed')}`,
			notAsked: 'not asked',
		};
		const present = (Object.keys(words) as Count[]).filter((count) => this.counts[count] > 0);
		const told = present.filter((count) => !without.includes(count));
		return told.map((count) => `${this.counts[count]} ${words[count]}`).join(', ');
	}

	/** Which items have a status, by their indexes as n8n counts them. */
	private places(status: Count): string {
		const indexes = this.results.flatMap((result, index) => (result.status === status ? [index] : []));
		const others = indexes.length - countedItems;
		const named = indexes.slice(0, countedItems).join(', ');
		return `(item${indexes.length > 1 ? 's' : ''} ${named}${others > 0 ? ` and ${others} more` : ''})`;
	}

	/** A line for each of the first items that failed, with the reason, and one for the others. */
	private failedItems(): string[] {
		const lines = [...this.results.entries()].flatMap(([index, result]) => {
			if (!isFailed(result)) return [];
			const { subject, error } = result;
			const isText = typeof subject === 'string' || typeof subject === 'number';
			const whom = isText && shownText(String(subject), longestName);
			return [`${whom ? `${whom} (item ${index})` : `Item ${index}`}: ${error().message}.`];
		});
		const others = lines.length - namedItems;
		return [...lines.slice(0, namedItems), ...(others > 0 ? [`And ${others} more.`] : [])];
	}
}
