import type { INodeProperties } from 'n8n-workflow';

import { serviceOperations } from '../shared/contract/contract';
import { hasDotSegment } from '../shared/service/service-account';
import type { ItemParameters } from '../shared/operation/item-parameters';
import { hasHiddenCharacter } from '../shared/input/hidden-character';
import { InvalidInput, quoted } from '../shared/input/invalid-input';
import { eventOptions } from './forwarding-event';

const { path: readPath } = serviceOperations.getCallForwarding;

const numbersField: INodeProperties = {
	displayName: 'Numbers',
	name: 'numbers',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Number' },
	required: true,
	default: [],
	placeholder: 'e.g. +15550100123',
	description:
		'Leased numbers to watch, in E.164 form: plus sign, country code, digits. An expression may also give an array or numbers separated by commas.',
};

const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: eventOptions,
	default: 'changeApplied',
	description: 'Which change of call forwarding starts the workflow',
};

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Path of the Read Operation',
			name: 'readPath',
			type: 'string',
			default: readPath,
			description:
				'Where the service reads call forwarding. The interface document says that the operation exists, but not its path; the default comes from public material. {number} stands for the leased number.',
		},
	],
};

/** The panel of the trigger; n8n adds the poll times. */
export const triggerFields: INodeProperties[] = [numbersField, eventField, optionsField];

/** Whether a text is a path with a place for the number that stays below the base URL. */
function isPathTemplate(text: string): boolean {
	return (
		text.startsWith('/') &&
		text.includes('{number}') &&
		!/[?#\s\\]/.test(text) &&
		!hasDotSegment(text) &&
		!hasHiddenCharacter(text)
	);
}

/** The path template of the read operation. InvalidInput when it is no path with a place for the number. */
export function readPathOf(parameters: ItemParameters): string {
	const { readPath: value = readPath } = parameters.options();
	if (typeof value === 'string' && isPathTemplate(value)) return value;
	throw new InvalidInput(
		`The path of the read operation is ${quoted(value)}`,
		`Give a path that begins with a slash, holds {number} and has no segment such as .., e.g. ${readPath}.`,
	);
}
