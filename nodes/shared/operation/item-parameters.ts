import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { flag } from '../input/flag';
import { InvalidInput, quoted } from '../input/invalid-input';
import { textList } from '../input/list';

/**
 * The parameters of a node for one item. n8n evaluates the user's expression at every read, which takes most of
 * an item's time, so each parameter is read once. Empty, missing, null and undefined are the same to a user and read the same here.
 */
export class ItemParameters {
	private readonly read = new Map<string, unknown>();

	constructor(private readonly item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>) {}

	/** The value as the panel or the expression gave it. */
	raw(name: string): unknown {
		if (!this.read.has(name)) this.read.set(name, this.item.getNodeParameter(name, null));
		return this.read.get(name);
	}

	/** A text, '' when empty. InvalidInput that names `field` for anything that is no text or number. */
	text(name: string, field: string): string {
		const value = this.raw(name);
		if (value === null || value === undefined) return '';
		if (typeof value === 'string') return value;
		if (typeof value === 'number') return String(value);
		throw new InvalidInput(
			`${field} is not a text: ${quoted(value)}`,
			'If an expression gives the value, pick the field that holds the text.',
		);
	}

	/** A switch. InvalidInput that names `field` for anything but true, false or empty. */
	flag(name: string, field: string): boolean {
		return flag(field, this.raw(name));
	}

	/** A list of texts: from the panel, an array from an expression, or separated text. */
	list(name: string, field: string, separator?: RegExp): string[] {
		return textList(field, this.raw(name), separator);
	}
}
