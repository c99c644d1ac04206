import type { N8nError } from '../explain/explain';
import type { Explanation } from '../explain/explanations';
import type { NodeOperation } from '../operation/operation';
import type { RateQueues } from '../rate/rate-queues';
import type { SendRecord } from '../record/record';
import type { Connection } from '../service/http';
import type { Status } from '../service/outcome';
import { effectOf, messageIn, type Effect } from '../service/service-request';
import { shownText } from '../service/answer';
import { adviceOn, equalRows, planOf } from './advice';
import type { Item } from '../items/item';
import type { NodeRun } from '../items/node-run';
import { hintsOnTexts } from '../items/odd-texts';
import type { Row } from './row';

const acceptedWords: Record<Effect, string> = { send: 'accepted', read: 'answered', change: 'done' };
const countedItems = 5;
const namedItems = 10;
const longestName = 60;

/** What rows are counted by. */
type Count = Status | 'earlier';

function countOf({ isAlreadySent, status }: Row): Count {
	return isAlreadySent ? 'earlier' : status;
}

/** Whom or what an item is about; nothing, where that is no text. */
function nameOf({ subject }: Row): string | undefined {
	const isText = typeof subject === 'string' || typeof subject === 'number';
	return (isText && shownText(String(subject), longestName)) || undefined;
}

/** What is told of the delivery of a run. */
interface Delivered {
	operation: NodeOperation;
	connection: Pick<Connection, 'account'>;
	queues: Pick<RateQueues, 'waits'>;
	/** Only a run that sends has one. */
	record?: Pick<SendRecord, 'refusal'>;
}

/** Counts what became of the items of a run, and says it in sentences. */
export class RunSummary {
	private readonly effect: Effect;

	constructor(
		private readonly run: NodeRun,
		{ service }: NodeOperation,
		private readonly rows: Row[],
		private readonly delivery?: Delivered,
	) {
		this.effect = effectOf(service);
	}

	private count(count: Count): number {
		return this.rows.filter((row) => countOf(row) === count).length;
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
		return this.rows.flatMap((row, index) => {
			const { item } = row;
			const isSent = item && ['accepted', 'checked'].includes(countOf(row));
			const { message: text } = isSent ? messageIn(item.request) : {};
			return text ? [{ text, columns: Object.keys(this.run.items[index]?.json ?? {}) }] : [];
		});
	}

	private itemsThatAre(...counts: Count[]): Item[] {
		return this.rows.flatMap((row) => (row.item && counts.includes(countOf(row)) ? [row.item] : []));
	}

	private hint(): string {
		const isToldByRows = this.count('accepted') === this.rows.length;
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
		const { message, description } = this.rows.length === 1 ? first : this.ofAll(first);
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
			message: [parts.join(', ').replace(' ', ` of ${this.rows.length} `), others].filter(Boolean).join(', '),
			description: [...this.failedRows(), last].filter(Boolean).join('\n'),
		};
	}

	/** Whether each message was only checked, as far as it could be. */
	private get isDryRun(): boolean {
		const isChecked = this.rows.every(({ isDryRun, status }) => isDryRun || status === 'failed');
		return isChecked && this.rows.some((one) => one.isDryRun);
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
		const names = this.rows.flatMap((row, index) =>
			countOf(row) === kind ? [nameOf(row) ?? `row ${index + 1}`] : [],
		);
		const others = names.length - countedItems;
		const named = names.slice(0, countedItems);
		return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
	}

	/** A line for each of the first rows that failed, with the reason and what to do, and one for the others. */
	private failedRows(): string[] {
		const lines = this.rows.flatMap((row, index) => {
			if (!row.error) return [];
			const { message, description } = row.error();
			const advice = description ? ` ${description}` : '';
			const whom = nameOf(row);
			const named = whom === undefined || message.includes(whom) ? '' : ` (${whom})`;
			return [`Row ${index + 1}${named}: ${message}.${advice}`];
		});
		const others = lines.length - namedItems;
		return [...lines.slice(0, namedItems), ...(others > 0 ? [`And ${others} more.`] : [])];
	}
}
