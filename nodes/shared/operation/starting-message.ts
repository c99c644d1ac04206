import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { phoneNumber } from '../input/addresses';
import { InvalidInput } from '../input/invalid-input';
import { nodesOfWorkflow } from '../n8n/n8n-inside';
import type { NodeOperation } from './operation';
import type { ItemParameters } from '../parameters/parameters';

const chosen = 'chosen';

/**
 * Which conversation an operation belongs to. The fields that follow it are there for another one; they have the same names in
 * all operations.
 */
export const conversationField: INodeProperties = {
	displayName: 'Conversation',
	name: 'conversation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'The Message That Started This Workflow',
			value: 'startingMessage',
			description: 'The one that the Phone Service Messaging Trigger has received',
		},
		{ name: 'Choose Below', value: chosen, description: 'Another channel, person or number' },
	],
	default: 'startingMessage',
	description:
		'Which conversation this belongs to, wherever in the workflow the node stands. A sub-workflow does not know that message: hand its fields over, and choose them below.',
};

export function ofChosenConversation<Field extends Partial<INodeProperties>>(field: Field): Field {
	return { ...field, displayOptions: { show: { [conversationField.name]: [chosen] } } };
}

/** Whether a node belongs to the conversation of the message that started the workflow, and not to one that the user chose. */
export function isOfStartingMessage({ parameters }: INode): boolean {
	return parameters[conversationField.name] !== chosen;
}

const remedy =
	'Start the workflow with the Phone Service Messaging Trigger, or set Conversation to Choose Below and fill in the fields. In a sub-workflow, only that is possible: hand them over to it.';

/**
 * Fills in the fields of the conversation from the message that started the workflow, unless the user chooses another one.
 * InvalidInput where no message has.
 */
export function fillInConversation(
	{ fields }: NodeOperation,
	parameters: ItemParameters,
	startingMessage: () => IDataObject | undefined,
): void {
	if (!fields.includes(conversationField) || parameters.raw(conversationField.name) === chosen) return;
	const message = startingMessage();
	if (!message?.channel) throw new InvalidInput('No message has started this workflow', remedy);
	const { channel, event, from, to, text } = message;
	// The events of a delivery are about a message that was sent.
	const [person, number] = String(event).startsWith('delivery') ? [to, from] : [from, to];
	if (typeof number !== 'string' || number.trim() === '') {
		throw new InvalidInput(
			'The message that started this workflow does not say which of your numbers it belongs to',
			'Any of your numbers could answer it. Set Conversation to Choose Below, and fill in the fields.',
		);
	}
	parameters.fillIn({
		[conversationField.name]: chosen,
		channel,
		to: person,
		from: phoneNumber('Your number in the message that started this workflow', number),
		onMessage: text,
	});
}

const triggerType = 'phoneServiceMessagingTrigger';

/**
 * The item of the Messaging Trigger that an item of a node comes from: of the one that started the execution, else, as when
 * the user tries a single node, of any. Undefined where another trigger has started.
 */
export function startingMessage(
	context: Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getExecutionContext'>,
	item: number,
): IDataObject | undefined {
	const started = context.getExecutionContext()?.triggerNode?.name;
	const triggers = nodesOfWorkflow(context).filter(({ type }) => type.endsWith(triggerType));
	const { $ } = context.getWorkflowDataProxy(item);
	for (const { name } of triggers.sort(
		(one, other) => Number(other.name === started) - Number(one.name === started),
	)) {
		// Behind nodes that do not say which item theirs come from, n8n knows no item, and throws.
		for (const read of [() => $(name).item, () => $(name).first()]) {
			try {
				const found = read() as { json: IDataObject } | undefined;
				if (found) return found.json;
			} catch {
				continue;
			}
		}
	}
	return undefined;
}
