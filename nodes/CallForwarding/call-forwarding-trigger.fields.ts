import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';

import { leasedNumbersField } from '../shared/panel/leased-numbers';
import { notice } from '../shared/panel/panel';
import { oneOf, textList } from '../shared/input/values';
import { phoneNumbers } from '../shared/input/addresses';
import { InvalidInput } from '../shared/input/invalid-input';
import { ItemParameters, RunParameters } from '../shared/parameters/parameters';
import type { ForwardingEvent } from './forwarding-change';

export const eventOptions: Array<INodePropertyOptions & { value: ForwardingEvent }> = [
	{
		name: 'Change Applied',
		value: 'changeApplied',
		action: 'On call forwarding changed',
		description: 'Recommended: a change has taken effect, at once or after it was queued',
	},
	{
		name: 'Forwarding Disabled',
		value: 'forwardingDisabled',
		action: 'On call forwarding disabled',
		description:
			'Calls are no longer forwarded. Can be missed when n8n restarts: use Change Applied to miss nothing.',
	},
	{
		name: 'Forwarding Enabled',
		value: 'forwardingEnabled',
		action: 'On call forwarding enabled',
		description:
			'Calls are forwarded now, or to another number. Can be missed when n8n restarts: use Change Applied to miss nothing.',
	},
	{
		name: 'Any Change',
		value: 'anyChange',
		action: 'On any change of call forwarding',
		description: 'A change has taken effect, was queued, or got another time',
	},
];

/** What nobody expects of a trigger that was just published. */
export const firstPoll =
	'The first poll after you publish only remembers where calls go. A change after it starts the workflow.';

/** The panel of the trigger; n8n adds the poll times. */
export const triggerFields: INodeProperties[] = [
	notice('firstPollNotice', firstPoll),
	leasedNumbersField({
		displayName: 'Your Numbers',
		name: 'numbers',
		required: true,
		description: 'Leased numbers to watch, each chosen from the list or typed',
	}),
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: eventOptions,
		default: 'changeApplied',
		description: 'Which change of call forwarding starts the workflow',
	},
];

/** Reads the panel. InvalidInput when it names no number, a wrong one, or no event. */
export function readPanel(poll: IPollFunctions) {
	const run = new RunParameters(poll.getNode().parameters, triggerFields);
	const parameters = new ItemParameters(run, (name) => poll.getNodeParameter(name, null));
	const numbers = phoneNumbers('Your Numbers', textList('Your Numbers', parameters.raw('numbers')));
	if (numbers.length === 0) {
		throw new InvalidInput('The trigger watches no number', 'Add at least one leased number.');
	}
	const events = eventOptions.map(({ value }) => value);
	const event = oneOf('Event', parameters.raw('event'), events);
	return { numbers, event };
}
