import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { leaseStatusValues, phoneNumberPattern, type Schema } from '../contract/contract';
import { connection, editorLimitMs } from '../service/http';
import { asExplained, explain, explainedError } from '../explain/explain';
import type { Explanation } from '../explain/explanations';
import { at } from '../input/values';
import type { NodeOperation } from '../operation/operation';
import { entriesGroup } from '../parameters/parameters';
import { objects, shownText, type Failure } from '../service/answer';

type LeasedChannel = Schema<'LeasedNumberChannel'>;

interface Offer {
	/** A number is offered that has one of these; all are, when there are none. */
	channels: readonly LeasedChannel[];
	/** Whether several may be chosen at once, to share the work. */
	takesAll?: boolean;
}

export const leaseEntitlement =
	'Leasing needs the lease entitlement: apply for it with the Phone Service Entitlements node.';

const service = 'listLeasedNumbers';

const channelNames: Record<LeasedChannel, string> = {
	imessage: 'iMessage',
	whatsapp: 'WhatsApp',
	sms: 'SMS',
	mms: 'MMS',
	rcs: 'RCS',
};

const typing = 'Choose Number in front of the field and enter the number.';

/** The request as an operation, by which a failure is explained. */
const listing: NodeOperation = {
	id: service,
	service,
	name: 'a list of leased numbers',
	action: '',
	description: '',
	fields: [],
	ifForbidden: 'The account may not list its leased numbers.',
};

/** Why there is no list. Providers may lack it; then the number can be typed. */
function explainList(failure: Failure): Explanation {
	const { kind, status = 0 } = failure;
	const isLacking = kind === 'unreadable' || (kind === 'refused' && ![401, 403].includes(status));
	const { message, description } = explain(failure, listing);
	return {
		message: isLacking ? 'This provider does not offer a list of leased numbers' : message,
		description: `${description} Or: ${typing}`,
	};
}

/** A lease with number and channels where one looks for them; everything else as the service calls it. */
export function leasedNumber({ number, capabilities, ...others }: IDataObject): IDataObject {
	return {
		number: at(number, ['e164']),
		formatted: at(number, ['formatted']),
		channels: at(capabilities, ['channels']),
		...others,
	} as IDataObject;
}

/** The leases in the answer that lists leased numbers (public material), without what has no phone number. */
export function leasesIn({ numbers }: IDataObject): IDataObject[] {
	return objects(numbers)
		.map(leasedNumber)
		.filter(({ number }) => typeof number === 'string' && phoneNumberPattern.test(number));
}

/** Of leases that do not hold at present: the service refuses their numbers for everything else. */
const lapsed: unknown[] = leaseStatusValues.filter((status) => status !== 'active');

/**
 * The leased numbers of the account (public material), and what they can send over, when the service says so. An explained
 * error when it does not tell them.
 */
async function leasedNumbers(context: ILoadOptionsFunctions) {
	const { requestOptions } = context.getCurrentNodeParameters() ?? {};
	const { ask } = await connection(context, requestOptions);
	const answer = await ask({ service }, editorLimitMs);
	if (answer.is !== 'accepted')
		throw explainedError(context.getNode(), explainList(answer), { status: answer.status });
	const leases = leasesIn(answer.envelope.data).filter((lease) => !lapsed.includes(lease.lease_status));
	return leases.map(({ number, channels }) => ({
		number: String(number),
		channels: Array.isArray(channels) ? channels.map(String) : undefined,
	}));
}

function namesOf(channels: readonly string[]): string {
	return channels.map((channel) => channelNames[channel as LeasedChannel] ?? channel).join(', ');
}

/** A number as people read it, with what it can send over: `+1 415 555 0100 · iMessage, WhatsApp, SMS`. */
function label(number: string, channels: readonly string[] = []): string {
	const readable = number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
	const over = channels.filter((channel) => !(channels.includes('sms') && ['mms', 'rcs'].includes(channel)));
	return over.length > 0 ? `${readable} · ${shownText(namesOf(over), 100)}` : readable;
}

const longestList = 1000;

/** The numbers that one can choose at once: each of them stands in the value. */
const longestChoice = 50;

/** Whether somebody who types `filter` looks for this item: by any text that it shows, or by digits of the number. */
function isSought({ name, value }: INodeListSearchItems, filter: string): boolean {
	const text = filter.trim().toLowerCase();
	const digits = /[a-z]/.test(text) ? '' : text.replace(/\D/g, '');
	return name.toLowerCase().includes(text) || (digits !== '' && String(value).includes(digits));
}

/**
 * The method by which n8n's editor loads the list of a field for a leased number. Ends within 15 seconds, or sooner by
 * Request Options → Timeout; an explained error says why there is no list, and that the number can be typed.
 */
export function leasedNumbersList(offerOf: (context: ILoadOptionsFunctions) => Offer) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const offer = offerOf(this);
		const numbers = await leasedNumbers(this).catch((error: unknown) => {
			throw asExplained(error, this.getNode(), {});
		});
		const isOfAll = offer.channels.length === 0;
		const offered = numbers.filter(
			({ channels }) => isOfAll || !channels || offer.channels.some((one) => channels.includes(one)),
		);
		if (offered.length === 0) {
			const message = `The account leases no number${isOfAll ? '' : ` with ${namesOf(offer.channels)}`}`;
			const description = `${leaseEntitlement} Or ask the provider.`;
			throw explainedError(this.getNode(), { message, description }, {});
		}
		const items = offered.map(({ number, channels }) => {
			return { name: label(number, channels), value: number };
		});
		if (offer.takesAll && offered.length > 1 && offered.length <= longestChoice) {
			const value = offered.map(({ number }) => number).join(', ');
			items.unshift({ name: `All ${offered.length} numbers, each message from one of them`, value });
		}
		return { results: items.filter((one) => isSought(one, filter)).slice(0, longestList) };
	};
}

export const listSearch = { leasedNumbers: leasedNumbersList(() => ({ channels: [] })) };

interface LeasedNumberField extends Omit<INodeProperties, 'type' | 'default'> {
	/** The method of the node that loads its list; that of all leased numbers, unless there is another. */
	listMethod?: string;
}

const noNumber = { mode: 'list', value: '' };

/** A field for a leased number, chosen from the list of the account's or typed. */
export function leasedNumberField({
	listMethod = 'leasedNumbers' satisfies keyof typeof listSearch,
	placeholder = 'e.g. +12025550123',
	hint,
	...field
}: LeasedNumberField): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: { ...noNumber },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a number…',
				hint,
				typeOptions: { searchListMethod: listMethod, searchable: true },
			},
			{ displayName: 'Number', name: 'number', type: 'string', placeholder, hint },
		],
	};
}

/** A field for several leased numbers. n8n runs no node that lacks a required one, even if the field is hidden. */
export function leasedNumbersField({ required, hint, ...field }: LeasedNumberField): INodeProperties {
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
						hint,
						description: 'Leased number. An expression may also give several, as an array or with commas.',
					}),
				],
			},
		],
	};
}
