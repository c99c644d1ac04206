import type { Channel } from './accounts';
import type { BreakingEffect } from './faults';

/** What is different about an address. */
export interface MagicBehaviour {
	/** Channels that the recipient does not have. */
	lacks?: ReadonlyArray<Exclude<Channel, 'sms_rcs'>>;
	/** Whether FaceTime is unavailable. */
	noFacetime?: true;
	/** Whether iMessage and WhatsApp exist for the recipient, but sending over them fails. */
	sendingFails?: true;
	/** Fixed risk score of the number. */
	riskScore?: number;
	/** Whether the number was ported. */
	ported?: boolean;
	/** Fixed line type of the number. */
	lineType?: string;
	/** Whether messages arrive late. */
	isDelayed?: true;
	/** Whether everything that it gets is reported as spam. */
	flagsSenders?: true;
	/** Whether it has written to every leased number already. */
	hasWritten?: true;
	/** What the service answers to every request about the address. */
	effect?: BreakingEffect;
	/** How often the effect strikes before everything is well, counted until a reset; left out: always. */
	times?: number;
}

/** A phone number or email address whose outcome is documented. */
export interface MagicAddress extends MagicBehaviour {
	number: string;
	/** The email address with the same outcome, where an email address can have it. */
	email?: string;
	outcome: string;
}

/** All magic recipients. Every other address has all channels, and a record derived from its digits. */
export const magicAddresses: readonly MagicAddress[] = [
	{
		number: '+12025550110',
		email: 'no-imessage@example.com',
		outcome: 'No iMessage (FaceTime works).',
		lacks: ['imessage'],
	},
	{ number: '+12025550111', outcome: 'No WhatsApp.', lacks: ['whatsapp'] },
	{
		number: '+12025550112',
		email: 'no-facetime@example.com',
		outcome: 'No FaceTime (iMessage works).',
		noFacetime: true,
	},
	{
		number: '+12025550113',
		outcome: 'A landline: no iMessage, no WhatsApp, no FaceTime.',
		lacks: ['imessage', 'whatsapp'],
		noFacetime: true,
		lineType: 'landline',
	},
	{
		number: '+12025550114',
		email: 'sending-fails@example.com',
		outcome: 'Has iMessage and WhatsApp, but sending over them fails.',
		sendingFails: true,
	},
	{ number: '+12025550120', outcome: 'Risk score 0.19: low.', riskScore: 0.19 },
	{ number: '+12025550121', outcome: 'Risk score 0.44: medium.', riskScore: 0.44 },
	{ number: '+12025550122', outcome: 'Risk score 0.69: high.', riskScore: 0.69 },
	{ number: '+12025550123', outcome: 'Risk score 0.99: very_high.', riskScore: 0.99 },
	{ number: '+12025550130', outcome: 'Ported from another carrier.', ported: true },
	{ number: '+12025550131', outcome: 'Never ported.', ported: false },
	{
		number: '+12025550140',
		email: 'bad-request@example.com',
		outcome: 'Always 400.',
		effect: { kind: 'status', status: 400 },
	},
	{
		number: '+12025550141',
		email: 'forbidden@example.com',
		outcome: 'Always 403.',
		effect: { kind: 'status', status: 403 },
	},
	{
		number: '+12025550142',
		email: 'too-many-requests@example.com',
		outcome: 'Always 429, `Retry-After: 1`.',
		effect: { kind: 'status', status: 429, retryAfter: 1 },
	},
	{
		number: '+12025550143',
		email: 'server-error@example.com',
		outcome: 'Always 500, not processed.',
		effect: { kind: 'status', status: 500 },
	},
	{
		number: '+12025550144',
		email: 'unavailable@example.com',
		outcome: 'Always 503, not processed.',
		effect: { kind: 'status', status: 503 },
	},
	{
		number: '+12025550145',
		email: 'processed-server-error@example.com',
		outcome: 'Processed, then always 500.',
		effect: { kind: 'status', status: 500, processed: true },
	},
	{
		number: '+12025550146',
		email: 'processed-server-error-once@example.com',
		outcome: 'Processed, then 500 the first time; well afterwards.',
		effect: { kind: 'status', status: 500, processed: true },
		times: 1,
	},
	{
		number: '+12025550147',
		email: 'refused-twice@example.com',
		outcome: 'Refused (403) twice, then accepted.',
		effect: { kind: 'status', status: 403 },
		times: 2,
	},
	{
		number: '+12025550150',
		email: 'times-out@example.com',
		outcome: 'No answer at all, not processed.',
		effect: { kind: 'timeout' },
	},
	{
		number: '+12025550151',
		email: 'reset-before@example.com',
		outcome: 'Connection reset before processing.',
		effect: { kind: 'resetBefore' },
	},
	{
		number: '+12025550152',
		email: 'reset-after@example.com',
		outcome: 'Processed, then connection reset.',
		effect: { kind: 'resetAfter' },
	},
	{
		number: '+12025550153',
		email: 'malformed@example.com',
		outcome: 'Processed, then 200 with truncated JSON.',
		effect: { kind: 'malformed' },
	},
	{
		number: '+12025550154',
		email: 'html@example.com',
		outcome: 'Processed, then 200 with an HTML page.',
		effect: { kind: 'html' },
	},
	{
		number: '+12025550155',
		email: 'wrong-object@example.com',
		outcome: 'Processed, then 200 with an envelope whose `object` is `list`.',
		effect: { kind: 'wrongObject' },
	},
	{
		number: '+12025550160',
		outcome:
			'Reports what it gets as spam: its iMessage history says so, and that the chat is filtered. The reputation of the sending number halves.',
		flagsSenders: true,
	},
	{ number: '+12025550161', outcome: 'Gets its messages late: `delayed`.', isDelayed: true },
	{
		number: '+12025550162',
		outcome: 'Has written to each leased number, over every channel; the last two messages are unanswered.',
		hasWritten: true,
	},
	{ number: '+12025550163', outcome: 'The same, another person.', hasWritten: true },
];

const byAddress = new Map(
	magicAddresses.flatMap((magic) => [
		[magic.number, magic] as const,
		...(magic.email ? [[magic.email, magic] as const] : []),
	]),
);

/** The magic behaviour of an address; undefined for an ordinary one. Email addresses are matched in any case. */
export function magicAddress(address: string): MagicAddress | undefined {
	return byAddress.get(address.toLowerCase());
}

/** Whether an address supports iMessage, WhatsApp and FaceTime. */
export function capabilities(address: string): { imessage: boolean; whatsapp: boolean; facetime: boolean } {
	const magic = magicAddress(address);
	return {
		imessage: !magic?.lacks?.includes('imessage'),
		whatsapp: !magic?.lacks?.includes('whatsapp'),
		facetime: !magic?.noFacetime,
	};
}

/** An entitlement name whose application has a documented end. */
export interface MagicEntitlement {
	name: string;
	outcome: string;
	/** `denied` answers 200 with `granted: false`; `forbidden` answers 403. */
	answer: 'denied' | 'forbidden';
	/** Entitlement that stands for the agreement: named by `agreement_url`, and lifts the 403 once granted. */
	agreement?: string;
}

/** Entitlements that are not simply granted; every other name is. */
export const magicEntitlements: readonly MagicEntitlement[] = [
	{ name: 'denied', outcome: 'Answers `granted: false` without `entitlement_id`.', answer: 'denied' },
	{ name: 'forbidden', outcome: 'Always 403.', answer: 'forbidden' },
	{
		name: 'agreement_required',
		outcome:
			'403 with an `agreement_url` that names `agreement_terms`; granted once that has been applied for.',
		answer: 'forbidden',
		agreement: 'agreement_terms',
	},
];

/** The address of the agreement that an entitlement stands for. */
export function agreementUrl(entitlement: string): string {
	return `https://phone-service.example/entitlements/${entitlement}`;
}
