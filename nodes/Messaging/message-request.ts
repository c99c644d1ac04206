import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../shared/contract/contract';
import type { ItemParameters } from '../shared/operation/item-parameters';
import type { ServiceRequest } from '../shared/operation/operation';
import { attachmentUrls } from '../shared/input/attachments';
import { oneOf } from '../shared/input/choice';
import { withFurtherFields } from '../shared/input/further-fields';
import { InvalidInput } from '../shared/input/invalid-input';
import { phoneNumber } from '../shared/input/phone-number';

const betweenUrls = /\n|,(?=\s*[a-z][a-z0-9+.-]*:)/i;

/** The attachments of an item (sections 4.3 and 4.4). A comma inside an address does not cut it. */
export function attachmentsOf(parameters: ItemParameters): string[] {
	return attachmentUrls(parameters.list('attachments', 'Attachments', betweenUrls));
}

/** The leased numbers that may send an item's message; none lets the service choose. */
export function sendersOf(parameters: ItemParameters): string[] {
	return parameters.numbers('from', 'From');
}

interface Fallback<Condition extends string> {
	when: Condition[];
	from?: string;
}

/** The fallback object (section 4.5), if the item asks for one. `conditions` are those of the channel. */
export function fallbackOf<Condition extends string>(
	parameters: ItemParameters,
	whenName: string,
	conditions: readonly Condition[],
): Fallback<Condition> | undefined {
	if (!parameters.flag('fallback', 'Fall Back to SMS/RCS')) return undefined;
	const when = parameters
		.list(whenName, 'Fall Back When')
		.map((condition) => oneOf('Fall Back When', condition, conditions));
	if (when.length === 0) {
		throw new InvalidInput(
			'The fallback names no condition',
			'Choose in Fall Back When what triggers the fallback, or switch the fallback off.',
		);
	}
	const from = parameters.text('fallbackFrom', 'Fallback From');
	return { when, ...(from && { from: phoneNumber('Fallback From', from) }) };
}

/** The body with the item's further body fields added. */
export function withFurtherFieldsOf(
	parameters: ItemParameters,
	body: object,
	operation: 'sendImessage' | 'sendWhatsapp',
): object {
	const { furtherFields } = parameters.options();
	return withFurtherFields(body, furtherFields, serviceOperations[operation].bodyFields);
}

/** The output of a send (section 2.5): to whom, from which number where the user or the pool chose it, and its id. */
export function sentMessage(
	{ message_id }: IDataObject,
	_: ItemParameters,
	{ body }: ServiceRequest,
): IDataObject {
	const { to, from } = body as { to: string; from?: string };
	return { to, ...(from && { from }), message_id };
}
