import type { Explanation } from '../explain/refusals';
import type { N8nError } from '../explain/explained-error';
import type { NodeOperation } from '../operation/operation';
import { effectOf, messageIn, type Effect } from '../service/service-request';
import { shownText } from '../service/answer';
import { adviceOn, equalRows, planOf } from './advice';
import type { Item } from './item';
import type { NodeRun } from './node-run';
import { hintsOnTexts } from './odd-texts';
import { isFailed, type Result } from './result';
import type { Delivery } from './send';

const acceptedWords: Record<Effect, string> = { send: 'accepted', read: 'answered', change: 'done' };
const countedItems = 5;
const namedItems = 10;
const longestName = 60;

type Count = Result['status'] | 'earlier';

/** Whether items of a kind are left for another run. */
const isLeft: Record<Count, boolean> = {
	accepted: false,
	earlier: false,
	checked: false,
	skipped: false,
	notAsked: false,
	deferred: true,
	unknown: true,
	failed: true,
};

/** Counts what became of the items of a run, and says it in sentences. */
export class RunSummary {
	private readonly effect: Effect;

	private readonly kinds: Count[];

	constructor(
		private readonly run: NodeRun,
		{ service }: NodeOperation,
		private readonly results: Result[],
		private readonly delivery?: Delivery,
	) {
		this.effect = effectOf(service);
		this.kinds = results.map((result) =>
			'wasEarlier' in result && result.wasEarlier ? 'earlier' : result.status,
		);
	}

	private count(...kinds: Count[]): number {
		return this.kinds.filter((kind) => kinds.includes(kind)).length;
	}

	get isWhole(): boolean {
		return !this.kinds.some((kind) => isLeft[kind]);
	}

	get hasChecked(): boolean {
		return this.count('checked') > 0;
	}

	/** How what was sent earlier is sent again, if anything was. */
	private get again(): string | false {
		if (this.count('earlier') === 0) return false;
		return this.run.mode === 'manual'
			? 'What this node sent manually today or yesterday, or with the same key or campaign, is not sent again. To send it again, turn on Send Again in Options.'
			: 'What was accepted earlier, also manually since the execution began, is not sent again.';
	}

	/** Which later runs send only what this one has left. n8n does not tell a sub-workflow of a Retry above it. */
	private get rest(): string | false {
		if (this.run.mode === 'integrated') return false;
		const { record } = this.delivery ?? {};
		return record && record.refusal === undefined
			? 'Retry in the executions list, or a manual run today or tomorrow, sends only what is missing.'
			: 'Retry in the executions list sends only what is missing.';
	}

	/** What is worth a word although the workflow goes on: why an item failed stands in its row. */
	hints(): string[] {
		const { record, connection } = this.delivery ?? {};
		if (!record || !connection) return [this.hint()].filter(Boolean);
		const { refusal } = record;
		const plan = planOf(this.itemsThatAre('checked'), connection.account);
		const hints = [
			[this.hint(), plan.sentence].filter(Boolean).join(' '),
			refusal &&
				`This run is not recorded, so a run that follows cannot know what it has sent. n8n says: ${refusal.message}`,
			equalRows(this.itemsThatAre('accepted', 'checked')),
			adviceOn([...this.itemsThatAre('accepted'), ...plan.sent]),
			...hintsOnTexts(this.texts()),
		];
		return hints.filter((hint): hint is string => Boolean(hint));
	}

	/** The messages that have left, or would, as their field has them; none of an operation that writes its own. */
	private texts() {
		if (this.delivery?.operation.request) return [];
		return this.results.flatMap(({ item }, index) => {
			const isSent = item && ['accepted', 'checked'].includes(this.kinds[index] ?? '');
			const { message: text } = isSent ? messageIn(item.request) : {};
			return text ? [{ text, columns: Object.keys(this.run.items[index]?.json ?? {}) }] : [];
		});
	}

	private itemsThatAre(...statuses: Count[]): Item[] {
		return this.results.flatMap(({ item }, index) =>
			item && statuses.includes(this.kinds[index] as Count) ? [item] : [],
		);
	}

	private hint(): string {
		const isToldByRows = this.count('accepted') === this.results.length;
		const sentences = [
			!isToldByRows && `${this.isDryRun ? 'Dry run, nothing was sent: ' : ''}${this.numbers()}.`,
			this.count('deferred') > 0 &&
				'Nothing sends what is left automatically: use a schedule or a Wait node.',
			this.again,
			...(this.delivery?.queues.waits() ?? []),
		];
		return sentences.filter(Boolean).join(' ');
	}

	/**
	 * The error that ends the workflow, of the first item that failed. With several items, it tells of all of them: n8n shows
	 * a template in place of the description, with line breaks.
	 */
	errorOfRun(error: N8nError): N8nError {
		const first = { message: error.message, description: error.description ?? '' };
		const { message, description } = this.results.length === 1 ? first : this.ofAll(first);
		if (message !== first.message) {
			delete error.context.itemIndex;
			error.context.descriptionTemplate = description.replaceAll('\n', '<br>');
		}
		if (!this.run.isTool) return Object.assign(error, { message, description });
		return Object.assign(error, {
			message: [message, description].filter(Boolean).join('. '),
			description: '',
		});
	}

	private ofAll({ message, description }: Explanation): Explanation {
		if (this.effect !== 'send') return { message, description: `${description} ${this.numbers()}.` };
		const [failed, unknown] = [this.count('failed'), this.count('unknown')];
		const parts = [failed > 0 && `${failed} not sent`, unknown > 0 && `${unknown} unknown`].filter(Boolean);
		const others = this.numbers(['failed', 'unknown']);
		const last = [this.again, this.rest].filter(Boolean).join(' ');
		return {
			message: [parts.join(', ').replace(' ', ` of ${this.results.length} `), others]
				.filter(Boolean)
				.join(', '),
			description: [...this.failedRows(), last].filter(Boolean).join('\n'),
		};
	}

	/** Whether each message was only checked, as far as it could be. */
	private get isDryRun(): boolean {
		const isChecked = this.results.every(({ isDryRun, status }) => isDryRun || status === 'failed');
		return isChecked && this.results.some((one) => one.isDryRun);
	}

	/** How many items have which status, and which ones failed, e.g. `1 accepted now, 26 earlier, 1 failed (12345)`. */
	private numbers(without: Count[] = []): string {
		const done = acceptedWords[this.effect];
		const bothTimes = this.count('accepted') > 0 && this.count('earlier') > 0;
		const words: Record<Count, string> = {
			accepted: bothTimes ? `${done} now` : done,
			earlier: bothTimes ? 'earlier' : `${done} earlier`,
			checked: this.isDryRun ? 'to send' : 'checked',
			deferred: 'left for a later run',
			skipped: 'skipped',
			unknown: `unknown (${this.namesOf('unknown')})`,
			failed: `failed (${this.namesOf('failed')})`,
			notAsked: 'not asked',
		};
		return (Object.keys(words) as Count[])
			.filter((kind) => this.count(kind) > 0 && !without.includes(kind))
			.map((kind) => `${this.count(kind)} ${words[kind]}`)
			.join(', ');
	}

	/** Whom or what the first items of a kind are about. */
	private namesOf(kind: Count): string {
		const indexes = this.kinds.flatMap((one, index) => (one === kind ? [index] : []));
		const others = indexes.length - countedItems;
		const named = indexes.slice(0, countedItems).map((index) => this.nameOf(index) ?? `row ${index + 1}`);
		return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
	}

	/** Whom or what an item is about; nothing, where that is no text. */
	private nameOf(index: number): string | undefined {
		const { subject } = this.results[index] ?? {};
		const isText = typeof subject === 'string' || typeof subject === 'number';
		return (isText && shownText(String(subject), longestName)) || undefined;
	}

	/** A line for each of the first rows that failed, with the reason and what to do, and one for the others. */
	private failedRows(): string[] {
		const lines = this.results.flatMap((result, index) => {
			if (!isFailed(result)) return [];
			const { message, description } = result.error();
			const advice = description ? ` ${description}` : '';
			const whom = this.nameOf(index);
			const named = whom === undefined || message.includes(whom) ? '' : ` (${whom})`;
			return [`Row ${index + 1}${named}: ${message}.${advice}`];
		});
		const others = lines.length - namedItems;
		return [...lines.slice(0, namedItems), ...(others > 0 ? [`And ${others} more.`] : [])];
	}
}
