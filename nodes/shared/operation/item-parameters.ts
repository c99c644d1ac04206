import { flag } from '../input/flag';
import { textList } from '../input/list';
import { locatedEntries } from '../input/located';
import { phoneNumbers } from '../input/phone-number';
import { plainObject } from '../input/plain-object';
import { textValue } from '../input/text';
import type { ReadParameter, RunParameters } from './run-parameters';

/**
 * The parameters of a node for one item. n8n evaluates the user's expression at every read, which takes most of
 * an item's time, so each parameter is read once. A field that was left empty and one that is missing read the
 * same; an expression that has no value is an error (see `RunParameters`).
 */
export class ItemParameters {
	private readonly known = new Map<string, unknown>();

	/** `run` is shared by all items of a run, `read` evaluates a parameter for this item. */
	constructor(
		private readonly run: RunParameters,
		private readonly read: ReadParameter,
	) {}

	/**
	 * Evaluates every field that holds an expression, so that one which has no value fails the item before anything
	 * is sent, also where its value is needed for the answer only. InvalidInput as in `RunParameters.value`.
	 */
	evaluate(): void {
		for (const name of this.run.withExpressions) this.raw(name);
	}

	/** The value as the panel or the expression gave it. */
	raw(name: string): unknown {
		if (!this.known.has(name)) this.known.set(name, this.run.value(name, this.read));
		return this.known.get(name);
	}

	/** A text, '' when empty. InvalidInput that names `field` for anything that is no text or number. */
	text(name: string, field: string): string {
		return textValue(field, this.raw(name));
	}

	/** A switch. InvalidInput that names `field` for anything but true, false or one that was never touched. */
	flag(name: string, field: string): boolean {
		return flag(field, this.raw(name));
	}

	/** A list of texts: from the panel, an array from an expression, or separated text. */
	list(name: string, field: string, separator?: RegExp): string[] {
		return textList(field, this.raw(name), separator);
	}

	/**
	 * Phone numbers, each once: of a field for several of them, or a list as above. InvalidInput that names `field` for
	 * what is none.
	 */
	numbers(name: string, field: string): string[] {
		return [...new Set(phoneNumbers(field, textList(field, locatedEntries(this.raw(name)))))];
	}

	/** The values in the node's Options, by name. InvalidInput when an expression gives another thing than an object. */
	options(): Record<string, unknown> {
		return plainObject('Options', this.raw('options'), 'Add the options one by one in the panel.');
	}

	/** The values in the node's Options as they are stored, unless one of those named has an expression, or all have one. */
	storedOptions(names: string[]): Record<string, unknown> | undefined {
		return this.run.storedParts('options', names);
	}
}
