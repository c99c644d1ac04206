import { deliveryOptions, type DeliveryOptions } from '../operation/options';
import type { NodeOperation } from '../operation/operation';
import type { ItemParameters } from '../parameters/parameters';
import { requestOf, subjectOf } from '../operation/request';
import { fillInConversation } from '../operation/starting-message';
import { phoneNumberOrEmail } from '../input/addresses';
import { InvalidInput, quote } from '../input/invalid-input';
import { hasPublicHost } from '../input/public-host';
import type { Connection } from '../service/http';
import type { ServiceAccount } from '../service/service-address';
import { messageIn, type MessageFile, type ServiceRequest } from '../service/service-request';
import { refuseTooMuch } from './files';
import type { NodeRun } from './node-run';
import { hintsOnTexts, refuseSingleBraces } from './odd-texts';

/** One item of a run, once its values are read. */
export interface Item {
	readonly options: DeliveryOptions;
	/** What it asks of the service. */
	readonly request: ServiceRequest;
}

/** Where items are read: a run of an operation with an account. */
export interface Reading {
	run: NodeRun;
	operation: NodeOperation;
	connection: Pick<Connection, 'account'>;
}

/** Reads what an item asks for. InvalidInput for a value that is none. */
export function itemOf(
	{ run, operation, connection }: Reading,
	parameters: ItemParameters,
	index: number,
	files?: MessageFile[],
): Item {
	fillInConversation(operation, parameters, () => run.startingMessage(index));
	const options = deliveryOptions(parameters);
	parameters.evaluate();
	const request = operation.request?.(parameters) ?? requestOf(operation, parameters, files);
	refuseUnreachable(request, connection.account);
	refuseTooMuch(request);
	const columns = Object.keys(run.items[index]?.json ?? {});
	refuseUnfilled({ options, request }, columns);
	const { message: text } = messageIn(request);
	// A model is shown no hints, and can write its text again.
	const [unfilled] = run.isTool && text && !operation.request ? hintsOnTexts([{ text, columns }]) : [];
	if (unfilled) throw new InvalidInput('Message is not finished', unfilled);
	return { options, request };
}

/** Refuses the name of a column in braces, in what is written to a person, and in what stands for a message. */
function refuseUnfilled({ request, options }: Item, columns: string[]): void {
	const isMessage = request.service.startsWith('send');
	if (isMessage) refuseSingleBraces('Message', messageIn(request).message, columns);
	refuseSingleBraces('The option Campaign', options.campaign, columns);
	refuseSingleBraces('The option Idempotency Key', options.idempotencyKey, columns);
}

/** Refuses attachments that the service cannot fetch. One on this machine, such as a simulator, fetches any. */
function refuseUnreachable(request: ServiceRequest, { baseUrl }: ServiceAccount): void {
	const { attachments = [] } = messageIn(request);
	const index = attachments.findIndex((url) => !hasPublicHost(url));
	if (index === -1 || !hasPublicHost(baseUrl)) return;
	throw new InvalidInput(
		`Attachment ${index + 1} is at an address that only your own network knows: ${quote(attachments[index])}`,
		'The service fetches attachments itself, over the internet. Put the file where everybody can fetch it, such as a public bucket, and give that address.',
	);
}

/** Whether an item is only checked; not, where its options cannot be read. */
export function isDryRun(parameters: ItemParameters): boolean {
	try {
		return deliveryOptions(parameters).dryRun;
	} catch {
		return false;
	}
}

/** The recipient of a message; an address is the same in upper and lower case. */
export function recipientOf(request: ServiceRequest): string {
	return String(messageIn(request).to).toLowerCase();
}

/** The recipient of an item of which no request could be made, as its request would have it; '' where that cannot be read. */
export function recipientGiven(operation: NodeOperation, parameters: ItemParameters): string {
	try {
		return phoneNumberOrEmail('To', String(subjectOf(operation, parameters))).toLowerCase();
	} catch {
		return '';
	}
}
