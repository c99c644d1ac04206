/**
 * The table of operations that the nodes offer, one row for each: a valid call, what it sends, what comes back. Every
 * test that walks all operations takes its calls from here; one asks for a row that is missing.
 */
import type { INodeParameters } from 'n8n-workflow';

import {
	imessageFallbackConditionValues,
	serviceOperations,
	whatsappFallbackConditionValues,
	type OperationId,
} from '../../nodes/shared/contract/contract';
import { leasedNumbers } from '../../simulator/accounts';
import { conversationOperations } from './conversation-operations';
import { forwardedTo, leased } from './leased-numbers';
import { severalNumbers } from './locators';

export const recipient = '+12025550199';
const otherRecipient = '+12025550198';
const picture = 'https://example.com/picture.jpg';

export interface OperationRow {
	node: string;
	/** The operation of the service that its valid call performs, where it has another name. */
	service?: OperationId;
	/** A valid call: what is filled in. Texts may be left to the model of an agent. */
	parameters: INodeParameters;
	/** What else shows every other field of the panel, and is valid too, where there is more. */
	everyField?: INodeParameters;
	/** What the service gets: parameters of the path, query and body. */
	sends: { path?: Record<string, string>; query?: Record<string, string>; body?: object };
	/** The answers alone; rows of a send say more (`itemsGiven`). */
	gives: object[];
	/** The parameter that says whom or what the request is about, and values with which it succeeds; none for the account. */
	about?: { parameter: string; values: string[] };
}

const aboutPeople = { parameter: 'to', values: [recipient, otherRecipient] };
const aboutNumbers = { parameter: 'number', values: [leased.imessage, leased.imessageToo] };
const notForwarded = { enabled: false, to: null, status: 'active', estimated_completion: null };

/** The table: sends, changes, reads. */
const rows = {
	sendImessage: {
		node: 'phoneServiceMessaging',
		parameters: { to: recipient, message: 'Hello **you**' },
		everyField: {
			from: leased.imessage,
			attachments: [picture],
			inputDataFieldNames: [],
			effect: 'echo',
			fallback: true,
			imessageFallbackWhen: [...imessageFallbackConditionValues],
			fallbackFrom: leased.sms,
		},
		sends: { body: { to: recipient, message: 'Hello **you**' } },
		gives: [{ to: recipient, message_id: expect.stringMatching(/^imsg_/) }],
		about: aboutPeople,
	},
	sendWhatsapp: {
		node: 'phoneServiceMessaging',
		parameters: { to: recipient, message: 'Hello' },
		everyField: {
			from: leased.whatsapp,
			attachments: [picture],
			inputDataFieldNames: [],
			fallback: true,
			whatsappFallbackWhen: [...whatsappFallbackConditionValues],
			fallbackFrom: leased.sms,
		},
		sends: { body: { to: recipient, message: 'Hello' } },
		gives: [{ to: recipient, message_id: expect.stringMatching(/^wapp_/) }],
		about: aboutPeople,
	},
	disableCallForwarding: {
		node: 'phoneServiceNumbers',
		parameters: { number: leased.immediate },
		sends: { path: { number: leased.immediate }, body: {} },
		gives: [{ number: leased.immediate, call_forwarding: notForwarded }],
		about: aboutNumbers,
	},
	enableCallForwarding: {
		node: 'phoneServiceNumbers',
		parameters: { number: leased.imessage, forwardTo: recipient },
		sends: { path: { number: leased.imessage }, body: { to: recipient } },
		gives: [
			{
				number: leased.imessage,
				call_forwarding: { ...notForwarded, enabled: true, to: recipient },
			},
		],
		about: aboutNumbers,
	},
	configureNumber: {
		node: 'phoneServiceNumbers',
		parameters: {
			number: leased.imessage,
			failover: 'selected',
			selectedNumbers: severalNumbers(leased.whatsapp),
		},
		sends: {
			path: { number: leased.imessage },
			body: { failover: { enabled: true, mode: 'selective', numbers: [leased.whatsapp] } },
		},
		gives: [
			{
				number: leased.imessage,
				failover: { enabled: true, mode: 'selective', numbers: [leased.whatsapp] },
			},
		],
		about: aboutNumbers,
	},
	applyForEntitlement: {
		node: 'phoneServiceEntitlements',
		parameters: { name: 'identity' },
		sends: { path: { name: 'identity' } },
		gives: [{ granted: true, entitlement_id: expect.any(String) }],
		about: { parameter: 'name', values: ['lease'] },
	},
	getEntitlement: {
		node: 'phoneServiceEntitlements',
		parameters: { name: 'number_intelligence' },
		sends: { path: { name: 'number_intelligence' } },
		gives: [
			{
				name: 'number_intelligence',
				description: expect.any(String),
				status: 'granted',
				entitlement_id: expect.any(String),
				granted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			},
		],
		about: { parameter: 'name', values: ['lease'] },
	},
	getCallForwarding: {
		node: 'phoneServiceNumbers',
		parameters: { number: leased.immediate },
		sends: { path: { number: leased.immediate } },
		gives: [
			{
				number: leased.immediate,
				call_forwarding: { ...notForwarded, enabled: true, to: forwardedTo(leased.immediate) },
			},
		],
		about: aboutNumbers,
	},
	listLeasedNumbers: {
		node: 'phoneServiceNumbers',
		parameters: { limit: 2 },
		everyField: { returnAll: false },
		sends: {},
		gives: leasedNumbers.slice(0, 2).map(({ number }) => ({
			number,
			formatted: expect.any(String),
			channels: ['imessage', 'whatsapp', 'sms', 'mms', 'rcs'],
			id: number,
			status: 'leased',
			health: expect.any(Object),
			lease_id: expect.any(String),
			lease_status: 'active',
			billing: expect.any(Object),
		})),
	},
	lookUpNumber: {
		node: 'phoneServiceIntelligence',
		parameters: { number: '+12025550110', imessage: true },
		everyField: { facetime: true, riskScoring: true, simplify: true },
		sends: { path: { number: '+12025550110' }, query: { imessage: 'true' } },
		gives: [
			{
				number: '+12025550110',
				country: 'US',
				caller_name: expect.any(String),
				line_type: expect.any(String),
				carrier: expect.any(String),
				ported: expect.any(Boolean),
				imessage: false,
				facetime: null,
				risk_level: null,
				risk_score: null,
			},
		],
		about: { ...aboutPeople, parameter: 'number' },
	},
	checkImessageAvailability: {
		node: 'phoneServiceMessaging',
		parameters: { to: 'no-imessage@example.com' },
		sends: { path: { to: 'no-imessage@example.com' } },
		gives: [{ to: 'no-imessage@example.com', available: false }],
		about: aboutPeople,
	},
	checkFaceTimeAvailability: {
		node: 'phoneServiceFaceTime',
		parameters: { to: 'no-facetime@example.com' },
		sends: { path: { to: 'no-facetime@example.com' } },
		gives: [{ address: 'no-facetime@example.com', available: false }],
		about: aboutPeople,
	},
	...conversationOperations,
} satisfies Record<string, OperationRow>;

export type OfferedId = keyof typeof rows;

export const operations: Record<OfferedId, OperationRow> = rows;

export const operationIds = Object.keys(operations) as OfferedId[];

/** The table as rows for test.each: the id, and what belongs to it. */
export const operationRows = operationIds.map((id) => [id, operations[id]] as const);

/** The first operation of each node. */
export const oneOfEachNode = [...Map.groupBy(operationRows, ([, { node: type }]) => type).values()].map(
	([row]) => row as (typeof operationRows)[number],
);

/** A valid call of an operation, for a node. */
export function callOf(id: OfferedId): INodeParameters {
	return { operation: id, ...operations[id].parameters };
}

/** The operation of the service that the valid call of an operation performs. */
export function serviceOf(id: OfferedId): OperationId {
	return operations[id].service ?? (id as OperationId);
}

/** What the service gets by the valid call of an operation, as it stands on the wire. */
export function requestOf(id: OfferedId) {
	const { path: values = {}, query = {}, body = null } = operations[id].sends;
	const { method, path } = serviceOperations[serviceOf(id)];
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
	return { method, path: filled, query, body };
}

/** The whole items that come out of the valid call of an operation; a send has the columns of a list as well. */
export function itemsGiven(id: OfferedId): object[] {
	const { gives } = operations[id];
	if (serviceOperations[serviceOf(id)].effect !== 'send') return gives;
	return gives.map((answer) => ({ ...answer, status: 'accepted' }));
}
