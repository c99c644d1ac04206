/** The rows of the contract table: all that each operation may send, each value that is not simply chosen, the longest lists. */
import type { INodeParameters } from 'n8n-workflow';

import {
	failoverModeValues,
	forwardingStatusValues,
	leasedNumberChannelValues,
	leaseStatusValues,
	maxAttachments,
	maxTextAttachments,
	riskLevelValues,
	serviceOperations,
	whatsappFallbackConditionValues,
	type OperationId,
} from '../../nodes/shared/contract/contract';
import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import { leased } from './leased-numbers';
import { severalNumbers } from './locators';
import { recipient, serviceOf, type OfferedId } from './operations';

/** One row of the table that walks the interface document: a call, and what it shows. */
export interface Row {
	/** What of the OpenAPI document this row covers: `operation.field`, `Schema.value` or `Schema.maxItems`. */
	covers: string[];
	operation: OfferedId;
	parameters: INodeParameters;
	/** What the service must have received: body or query. */
	sends?: object;
	/** What an item must hold. */
	gives?: object;
	/** Which of the items that is; the first one if not said. */
	item?: number;
}

/** A call that sends everything that an operation of the service may get. */
function whole(
	operation: OfferedId,
	parameters: INodeParameters,
	sends: object,
	service: OperationId = serviceOf(operation),
): Row {
	const covers = Object.keys(sends).map((name) => `${service}.${name}`);
	return { covers, operation, parameters, sends };
}

/** A call for each value of a schema. */
function each<Value extends string>(
	schema: string,
	values: readonly Value[],
	callOf: (value: Value, index: number) => Omit<Row, 'covers'>,
): Row[] {
	return values.map((value, index) => ({ covers: [`${schema}.${value}`], ...callOf(value, index) }));
}

function longest(schema: string, operation: OfferedId, field: string, count: number): Row {
	const attachments = Array<string>(count).fill(picture);
	const parameters = { to: recipient, [field]: attachments };
	return { covers: [`${schema}.maxItems`], operation, parameters, sends: { attachments } };
}

const picture = 'https://example.com/picture.jpg';
const number = leased.immediate;
const flags = { imessage: true, facetime: true, riskScoring: true };

const imessage = {
	to: 'ada@example.com',
	message: 'Hello',
	from: leased.imessage,
	attachments: [picture],
	effect: 'echo',
};
const whatsapp = { to: recipient, from: leased.whatsapp, attachments: [picture] };
const fallsBack = { fallback: true, fallbackFrom: leased.sms };
const fastTracked = { options: { fastTrack: true } };

const between = { conversation: 'chosen', to: '+12025550162', from: leased.whatsapp };
const reaction = { ...between, onMessage: 'Thank you!' };
const reacted = { to: between.to, action: 'add', message: 'Thank you!' };

/** What the panel has for a reaction by SMS/MMS. */
const tapbackOf = {
	love: 'love',
	thumbsup: 'like',
	thumbsdown: 'dislike',
	haha: 'laugh',
	emphasized: 'emphasize',
	questioned: 'question',
};

/** The status of each lease, in the order of the simulator's list. */
const leaseStatuses = [...leasedNumbers.map(() => 'active'), ...lapsedLeases.map(({ status }) => status)];

const listed = { operation: 'listLeasedNumbers', parameters: { returnAll: true } } as const;

/** The rows. */
export const rows: Row[] = [
	whole('disableCallForwarding', { number, options: { forwardTo: recipient } }, { to: recipient }),
	...each('ForwardingStatus', forwardingStatusValues, (status) => {
		const [changed, completion] = { active: [number, null], queued: [leased.queued, expect.any(Number)] }[
			status
		];
		return {
			operation: 'disableCallForwarding',
			parameters: { number: changed },
			gives: { call_forwarding: { status, estimated_completion: completion } },
		};
	}),
	whole('configureNumber', { number, failover: 'off' }, { failover: { enabled: false } }),
	...each('FailoverMode', failoverModeValues, (mode) => ({
		operation: 'configureNumber',
		parameters: {
			number,
			failover: { all: 'all', selective: 'selected' }[mode],
			selectedNumbers: severalNumbers(leased.imessage),
		},
		sends: { failover: { enabled: true, mode } },
		gives: { failover: { enabled: true, mode, numbers: { all: [], selective: [leased.imessage] }[mode] } },
	})),
	...each('LeasedNumberChannel', leasedNumberChannelValues, (channel) => ({
		...listed,
		gives: { channels: expect.arrayContaining([channel]) },
	})),
	...each('LeaseStatus', leaseStatusValues, (status) => ({
		...listed,
		gives: { lease_status: status },
		item: leaseStatuses.indexOf(status),
	})),
	whole(
		'sendImessage',
		{ ...imessage, ...fallsBack, imessageFallbackWhen: ['imessage_fails'], ...fastTracked },
		{ ...imessage, fallback: { from: leased.sms, when: ['imessage_fails'] }, fast_track: true },
	),
	longest('Attachments', 'sendImessage', 'attachments', maxAttachments),
	whole(
		'sendWhatsapp',
		{ ...whatsapp, whatsappMessage: 'Hello', ...fallsBack },
		{ ...whatsapp, message: 'Hello', fallback: { from: leased.sms, when: whatsappFallbackConditionValues } },
	),
	whole(
		'lookUpNumber',
		{ number: recipient, ...flags },
		{ imessage: 'true', facetime: 'true', service_risk_scoring_beta: 'true' },
	),
	...each('RiskLevel', riskLevelValues, (level, index) => ({
		operation: 'lookUpNumber',
		parameters: { number: `+1202555012${index}`, ...flags },
		gives: { risk_level: level, imessage: expect.any(Boolean), facetime: expect.any(Boolean) },
	})),
	whole(
		'sendText',
		{ to: recipient, from: leased.sms, textMessage: 'Hello', textAttachments: [picture], ...fastTracked },
		{ to: recipient, from: leased.sms, message: 'Hello', attachments: [picture], fast_track: true },
	),
	longest('TextAttachments', 'sendText', 'textAttachments', maxTextAttachments),
	whole(
		'react',
		{ ...reaction, channel: 'text' },
		{ ...reacted, from: between.from, reaction: 'love' },
		'reactText',
	),
	...each('Tapback', serviceOperations.reactImessage.values.body.tapback.values, (tapback) => ({
		operation: 'react',
		parameters: { ...reaction, channel: 'imessage', reaction: tapback },
		sends: { tapback },
	})),
	...each('TextReaction', serviceOperations.reactText.values.body.reaction.values, (name) => ({
		operation: 'react',
		parameters: { ...reaction, channel: 'text', reaction: tapbackOf[name] },
		sends: { reaction: name },
	})),
	whole('react', { ...reaction, channel: 'whatsapp' }, { ...reacted, reaction: '❤️' }, 'reactWhatsapp'),
	whole(
		'showTyping',
		{ ...between, channel: 'whatsapp' },
		{ to: between.to, from: between.from, action: 'start' },
		'typeWhatsapp',
	),
	whole(
		'getConversation',
		{ ...between, channel: 'imessage', options: { tracking: true } },
		{ tracking: 'true' },
		'getImessageHistory',
	),
	whole(
		'getConversation',
		{ ...between, channel: 'text', options: { tracking: true } },
		{ tracking: 'true' },
		'getTextHistory',
	),
	{
		covers: ['getMessage.tracking'],
		operation: 'getMessage',
		parameters: { id: 'imsg_delivered', options: { tracking: true } },
		sends: { tracking: 'true' },
		gives: { tracking: [{ event: expect.any(String) }] },
	},
];
