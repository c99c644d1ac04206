import type { INodeParameters } from 'n8n-workflow';

import {
	bubbleEffectValues,
	imessageFallbackConditionValues,
	knownEntitlementNameValues,
	leasedNumberChannelValues,
	leaseStatusValues,
	maxAttachments,
	riskLevelValues,
	screenEffectValues,
	whatsappFallbackConditionValues,
} from '../../nodes/shared/contract/contract';
import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import { conversationRows } from './conversation-rows';
import { leased } from './leased-numbers';
import { severalNumbers } from './locators';
import { recipient, type OfferedId } from './operations';

const to = recipient;
const picture = 'https://example.com/picture.jpg';

const imessage = { to, message: 'Hello' };
const whatsapp = { to, whatsappMessage: 'Hello' };
const flags = { imessage: true, facetime: true };

/** The status of each lease, in the order of the simulator's list. */
const leaseStatuses = [...leasedNumbers.map(() => 'active'), ...lapsedLeases.map(({ status }) => status)];

/** One row of the table that walks the interface document. */
export interface Row {
	/** What of the OpenAPI document this row covers: `operation.field`, `Schema.value` or `Schema.maxItems`. */
	covers: string;
	section: string;
	operation: OfferedId;
	parameters: INodeParameters;
	/** What the service must have received: body or query. */
	sends?: object;
	/** What the item must hold. */
	gives?: object;
	/** Which of the items that is; the first one if not said. */
	item?: number;
}

function row(
	section: string,
	covers: string,
	operation: OfferedId,
	parameters: INodeParameters,
	expected: Pick<Row, 'sends' | 'gives' | 'item'>,
): Row {
	return { section, covers, operation, parameters, ...expected };
}

function listed(covers: string, json: object, item = 0): Row {
	const expected = { gives: json, item };
	return row('none (public material)', covers, 'listLeasedNumbers', { returnAll: true }, expected);
}

const sends = (body: object) => ({ sends: body });
const gives = (json: object) => ({ gives: json });

/** The rows, in the order of the interface document's sections on requests. */
export const rows: Row[] = [
	row(
		'4.1',
		'disableCallForwarding.to',
		'disableCallForwarding',
		{ number: leased.immediate, options: { forwardTo: to } },
		sends({ to }),
	),
	row(
		'4.1',
		'enableCallForwarding.to',
		'enableCallForwarding',
		{ number: leased.immediate, enableTo: to },
		sends({ to }),
	),
	row(
		'2.3',
		'ForwardingStatus.active',
		'disableCallForwarding',
		{ number: leased.immediate },
		gives({ call_forwarding: { enabled: false, to: null, status: 'active', estimated_completion: null } }),
	),
	row(
		'2.3',
		'ForwardingStatus.queued',
		'disableCallForwarding',
		{ number: leased.queued },
		gives({ call_forwarding: { status: 'queued', estimated_completion: expect.any(Number) } }),
	),
	row(
		'4.2',
		'configureNumber.failover',
		'configureNumber',
		{ number: leased.immediate, failover: 'off' },
		{ sends: { failover: { enabled: false, mode: 'all' } }, gives: { failover: { enabled: false } } },
	),
	row(
		'2.4',
		'FailoverMode.all',
		'configureNumber',
		{ number: leased.immediate, failover: 'all' },
		{
			sends: { failover: { enabled: true, mode: 'all' } },
			gives: { failover: { enabled: true, mode: 'all', numbers: [] } },
		},
	),
	row(
		'2.4',
		'FailoverMode.selective',
		'configureNumber',
		{ number: leased.immediate, failover: 'selected', selectedNumbers: severalNumbers(leased.imessage) },
		{
			sends: { failover: { enabled: true, mode: 'selective', numbers: [leased.imessage] } },
			gives: { failover: { mode: 'selective', numbers: [leased.imessage] } },
		},
	),
	...leasedNumberChannelValues.map((channel) =>
		listed(`LeasedNumberChannel.${channel}`, { channels: expect.arrayContaining([channel]) }),
	),
	...leaseStatusValues.map((status) =>
		listed(`LeaseStatus.${status}`, { lease_status: status }, leaseStatuses.indexOf(status)),
	),
	row(
		'4.3',
		'sendImessage.to',
		'sendImessage',
		{ ...imessage, to: 'ada@example.com' },
		sends({ to: 'ada@example.com' }),
	),
	row(
		'4.3',
		'sendImessage.from',
		'sendImessage',
		{ ...imessage, from: leased.imessage },
		sends({ from: leased.imessage }),
	),
	row('4.3', 'sendImessage.message', 'sendImessage', imessage, sends({ message: 'Hello' })),
	row(
		'4.3',
		'sendImessage.attachments',
		'sendImessage',
		{ to, message: '', attachments: [picture] },
		sends({ attachments: [picture] }),
	),
	row(
		'8',
		'Attachments.maxItems',
		'sendImessage',
		{ ...imessage, attachments: Array.from({ length: maxAttachments }, () => picture) },
		sends({ attachments: Array.from({ length: maxAttachments }, () => picture) }),
	),
	row(
		'4.3',
		'sendImessage.fast_track',
		'sendImessage',
		{ ...imessage, from: leased.imessage, options: { fastTrack: true } },
		sends({ fast_track: true }),
	),
	row(
		'4.3',
		'sendImessage.effect',
		'sendImessage',
		{ ...imessage, effect: 'echo' },
		sends({ effect: 'echo' }),
	),
	row(
		'4.5',
		'sendImessage.fallback',
		'sendImessage',
		{ ...imessage, fallback: true, fallbackFrom: leased.sms },
		sends({ fallback: { from: leased.sms, when: imessageFallbackConditionValues } }),
	),
	...bubbleEffectValues.map((effect) =>
		row('4.3', `BubbleEffect.${effect}`, 'sendImessage', { ...imessage, effect }, sends({ effect })),
	),
	...screenEffectValues.map((effect) =>
		row('4.3', `ScreenEffect.${effect}`, 'sendImessage', { ...imessage, effect }, sends({ effect })),
	),
	...imessageFallbackConditionValues.map((when) =>
		row(
			'4.5',
			`ImessageFallbackCondition.${when}`,
			'sendImessage',
			{ ...imessage, fallback: true, imessageFallbackWhen: [when] },
			sends({ fallback: { when: [when] } }),
		),
	),
	row('4.4', 'sendWhatsapp.to', 'sendWhatsapp', whatsapp, sends({ to })),
	row('4.4', 'sendWhatsapp.message', 'sendWhatsapp', whatsapp, sends({ message: 'Hello' })),
	row(
		'4.4',
		'sendWhatsapp.from',
		'sendWhatsapp',
		{ ...whatsapp, from: leased.whatsapp },
		sends({ from: leased.whatsapp }),
	),
	row(
		'4.4',
		'sendWhatsapp.attachments',
		'sendWhatsapp',
		{ ...whatsapp, attachments: [picture] },
		sends({ attachments: [picture] }),
	),
	row(
		'4.5',
		'sendWhatsapp.fallback',
		'sendWhatsapp',
		{ ...whatsapp, fallback: true, fallbackFrom: leased.sms },
		sends({ fallback: { from: leased.sms, when: whatsappFallbackConditionValues } }),
	),
	...whatsappFallbackConditionValues.map((when) =>
		row(
			'4.5',
			`WhatsappFallbackCondition.${when}`,
			'sendWhatsapp',
			{ ...whatsapp, fallback: true, whatsappFallbackWhen: [when] },
			sends({ fallback: { when: [when] } }),
		),
	),
	row(
		'4.6',
		'lookUpNumber.imessage',
		'lookUpNumber',
		{ number: to, imessage: true },
		{ sends: { imessage: 'true' }, gives: { imessage: true, facetime: null, risk_level: null } },
	),
	row(
		'4.6',
		'lookUpNumber.facetime',
		'lookUpNumber',
		{ number: to, facetime: true },
		{ sends: { facetime: 'true' }, gives: { imessage: null, facetime: true, risk_level: null } },
	),
	row(
		'4.6',
		'lookUpNumber.service_risk_scoring_beta',
		'lookUpNumber',
		{ number: to, ...flags, riskScoring: true },
		{
			sends: { imessage: 'true', facetime: 'true', service_risk_scoring_beta: 'true' },
			gives: { imessage: true, facetime: true, risk_level: expect.any(String) },
		},
	),
	...riskLevelValues.map((level, index) =>
		row(
			'2.7',
			`RiskLevel.${level}`,
			'lookUpNumber',
			{ number: `+1202555012${index}`, ...flags, riskScoring: true },
			gives({ risk_level: level }),
		),
	),
	...knownEntitlementNameValues.map((entitlement) =>
		row(
			'4.7',
			`EntitlementName.${entitlement}`,
			'applyForEntitlement',
			{ name: entitlement },
			gives({ granted: true, entitlement_id: expect.any(String) }),
		),
	),
	...conversationRows,
];
