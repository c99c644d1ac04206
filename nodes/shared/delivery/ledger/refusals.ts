import { InvalidInput } from '../../input/invalid-input';

/** The error of a key that stands for a message to somebody else. */
export function keyOfOtherRecipient(): InvalidInput {
	return new InvalidInput(
		'The idempotency key stands for a message to another recipient, so this one was not sent',
		'Give each message a key of its own, e.g. an order number and the recipient.',
	);
}

/** The error of a key or a campaign that is not recorded: in a tool of an older agent, or because n8n's database refuses. */
export function unrecorded(error?: unknown): InvalidInput {
	return new InvalidInput(
		'The idempotency key or campaign could not be recorded, so the message was not sent',
		error === undefined
			? 'n8n keeps no record where an agent calls this tool. Remove the option from the tool, or send with the node in a workflow of its own.'
			: `n8n's database did not take it (${String((error as Error).message)}). Save the workflow, or remove the option to send without its protection.`,
	);
}
