import { tryToParseDateTime, WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { numberIn, oneOf, plainObject } from '../input/values';
import type { ItemParameters } from '../parameters/parameters';

export const limitWaitTimeField: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait. The workflow then continues with its input items, with data.answered set to false.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 45,
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'minutes',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

const limitField = 'The option Limit Wait Time';
const limitRemedy = 'Set a later limit in the panel, or remove the option to wait without a limit.';

/** Milliseconds of the units in which a limit may be given. */
const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** A time in milliseconds, by the clock of the zone where it names none; NaN for what is no time. */
function timeOf(value: unknown, timeZone: string): number {
	try {
		return tryToParseDateTime(value, timeZone).toMillis();
	} catch {
		return NaN;
	}
}

/** Until when an item waits for its answer. InvalidInput for a limit that leaves no time. */
export function waitLimit(parameters: ItemParameters, timeZone: string): Date {
	const { values } = plainObject(limitField, parameters.options().limitWaitTime, limitRemedy);
	if (values === undefined) return WAIT_INDEFINITELY;
	const limit = plainObject(limitField, values, limitRemedy);
	const { limitType, maxDateAndTime, resumeAmount = 45, resumeUnit = 'minutes' } = limit;
	const units = Object.keys(unitMs) as Array<keyof typeof unitMs>;
	const range = { min: 0, max: 100_000, isWhole: false };
	const now = Date.now();
	const until =
		limitType === 'atSpecifiedTime'
			? timeOf(maxDateAndTime, timeZone)
			: now + numberIn(limitField, resumeAmount, range) * unitMs[oneOf(limitField, resumeUnit, units)];
	if (until > now) return new Date(until);
	const fault = Number.isNaN(until) ? `is not a time: ${quote(maxDateAndTime)}` : 'is over already';
	throw new InvalidInput(`${limitField} ${fault}`, limitRemedy);
}
