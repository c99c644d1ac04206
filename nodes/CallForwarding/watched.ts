import type { IPollFunctions } from 'n8n-workflow';

import { oneOf } from '../shared/input/choice';
import { InvalidInput } from '../shared/input/invalid-input';
import { ItemParameters } from '../shared/operation/item-parameters';
import { RunParameters } from '../shared/operation/run-parameters';
import { numbersOf, readPathOf, triggerFields } from './call-forwarding-trigger.fields';
import { eventOptions, type ForwardingEvent } from './forwarding-event';

/** What the panel of the trigger says. */
export interface Watched {
	numbers: string[];
	readPath: string;
	event: ForwardingEvent;
}

/** Reads the panel. InvalidInput when it names no number, a wrong one, no event, or no path. */
export function watched(poll: IPollFunctions): Watched {
	const run = new RunParameters(poll.getNode().parameters, triggerFields);
	const parameters = new ItemParameters(run, (name) => poll.getNodeParameter(name, null));
	const numbers = numbersOf(parameters);
	if (numbers.length === 0) {
		throw new InvalidInput('The trigger watches no number', 'Add at least one leased number.');
	}
	const events = eventOptions.map(({ value }) => value);
	const event = oneOf('Event', parameters.text('event', 'Event'), events);
	return { numbers, readPath: readPathOf(parameters), event };
}
