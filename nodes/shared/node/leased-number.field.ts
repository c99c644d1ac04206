import type { INodeProperties } from 'n8n-workflow';

import { entriesGroup } from '../operation/parameters';
import type { listSearch } from './leased-numbers.list';

interface LeasedNumberField extends Omit<INodeProperties, 'type' | 'default'> {
	/** What stands in it before anybody touches it. */
	preset?: string;
	/** The method of the node that loads its list; that of all leased numbers, unless there is another. */
	listMethod?: string;
}

const byNumber = 'number';

const noNumber = { mode: 'list', value: '' };

/** A field for a leased number, chosen from the list of the account's or typed. */
export function leasedNumberField({
	listMethod = 'leasedNumbers' satisfies keyof typeof listSearch,
	placeholder = 'e.g. +15550100123',
	preset,
	hint,
	...field
}: LeasedNumberField): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: preset === undefined ? { ...noNumber } : { mode: byNumber, value: preset },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a number…',
				hint,
				typeOptions: { searchListMethod: listMethod, searchable: true },
			},
			{ displayName: 'Number', name: byNumber, type: 'string', placeholder, hint },
		],
	};
}

/** A field for several leased numbers. n8n runs no node that lacks a required one, even if the field is hidden. */
export function leasedNumbersField({ listMethod, required, ...field }: LeasedNumberField): INodeProperties {
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Number',
			...(required && { minRequiredFields: 1 }),
		},
		placeholder: 'Add Number',
		default: { [entriesGroup.name]: [{ [entriesGroup.field]: { __rl: true, ...noNumber } }] },
		options: [
			{
				displayName: 'Number',
				name: entriesGroup.name,
				values: [
					leasedNumberField({
						displayName: 'Number',
						name: entriesGroup.field,
						required,
						description: 'Leased number. An expression may also give several, as an array or with commas.',
						listMethod,
					}),
				],
			},
		],
	};
}
