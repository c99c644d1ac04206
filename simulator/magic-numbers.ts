import type { Channel } from './accounts';
import type { BreakingEffect } from './faults';

/** What is different about an address. */
export interface MagicBehaviour {
	/** An email address with the same outcome. */
	email?: string;
	/** Channels that the recipient does not have. */
	lacks?: ReadonlyArray<Exclude<Channel, 'text'>>;
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
	outcome: string;
}

/** Answers an error status, before or after it did its work. */
function fails(status: number, further: { retryAfter?: number; processed?: true } = {}): MagicBehaviour {
	return { effect: { kind: 'status', status, ...further } };
}

const landline = { lacks: ['imessage', 'whatsapp'], noFacetime: true, lineType: 'landline' } as const;

type Row = [number: string, outcome: string, behaviour: MagicBehaviour];

const rows: readonly Row[] = [
	[
		'+12025550110',
		'No iMessage (FaceTime works).',
		{ lacks: ['imessage'], email: 'no-imessage@example.com' },
	],
	['+12025550111', 'No WhatsApp.', { lacks: ['whatsapp'] }],
	['+12025550112', 'No FaceTime (iMessage works).', { noFacetime: true, email: 'no-facetime@example.com' }],
	['+12025550113', 'A landline: no iMessage, no WhatsApp, no FaceTime.', landline],
	['+12025550114', 'Has iMessage and WhatsApp, but sending over them fails.', { sendingFails: true }],
	['+12025550120', 'Risk score 0.19: low.', { riskScore: 0.19 }],
	['+12025550121', 'Risk score 0.44: medium.', { riskScore: 0.44 }],
	['+12025550122', 'Risk score 0.69: high.', { riskScore: 0.69 }],
	['+12025550123', 'Risk score 0.99: very_high.', { riskScore: 0.99 }],
	['+12025550130', 'Ported from another carrier.', { ported: true }],
	['+12025550131', 'Never ported.', { ported: false }],
	['+12025550140', 'Answers 400.', fails(400)],
	['+12025550141', 'Answers 403.', fails(403)],
	['+12025550142', 'Answers 429, `Retry-After: 1`.', fails(429, { retryAfter: 1 })],
	['+12025550143', 'Answers 500, not processed.', fails(500)],
	['+12025550144', 'Answers 503, not processed.', fails(503)],
	['+12025550145', 'Processed, then 500.', fails(500, { processed: true })],
	[
		'+12025550146',
		'Processed, then 500 the first time; well afterwards.',
		{ ...fails(500, { processed: true }), times: 1 },
	],
	['+12025550147', 'Refused (403) twice, then accepted.', { ...fails(403), times: 2 }],
	['+12025550150', 'No answer at all, not processed.', { effect: { kind: 'timeout' } }],
	['+12025550151', 'Connection reset before processing.', { effect: { kind: 'resetBefore' } }],
	['+12025550152', 'Processed, then connection reset.', { effect: { kind: 'resetAfter' } }],
	['+12025550153', 'Processed, then 200 with truncated JSON.', { effect: { kind: 'malformed' } }],
	['+12025550154', 'Processed, then 200 with an HTML page.', { effect: { kind: 'html' } }],
	[
		'+12025550160',
		'Reports what it gets as spam: its iMessage history says so, and that the chat is filtered. The reputation of the sending number halves.',
		{ flagsSenders: true },
	],
	['+12025550161', 'Gets its messages late: `delayed`.', { isDelayed: true }],
	[
		'+12025550162',
		'Has written to each leased number, over every channel; the last two messages are unanswered.',
		{ hasWritten: true },
	],
	['+12025550163', 'The same, another person.', { hasWritten: true }],
];

/** All magic recipients. Every other address has all channels, and a record derived from its digits. */
export const magicAddresses: readonly MagicAddress[] = rows.map(([number, outcome, behaviour]) => ({
	number,
	outcome,
	...behaviour,
}));

/** The magic behaviour of an address; undefined for an ordinary one. */
export function magicAddress(address: string): MagicAddress | undefined {
	return magicAddresses.find(({ number, email }) => number === address || email === address);
}

/** Whether an address supports iMessage, WhatsApp and FaceTime. */
export function capabilities(address: string): Record<Exclude<Channel, 'text'> | 'facetime', boolean> {
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
	/**
	 * Entitlement that stands for the agreement: without it the application answers 403 with an `agreement_url` that
	 * names it. Left out where the entitlement is denied.
	 */
	agreement?: string;
}

/** Entitlements that are not simply granted; every other name is. */
export const magicEntitlements: readonly MagicEntitlement[] = [
	{ name: 'denied', outcome: 'Answers `granted: false` without `entitlement_id`.' },
	{
		name: 'agreement_required',
		outcome:
			'403 with an `agreement_url` that names `agreement_terms`; granted once that has been applied for.',
		agreement: 'agreement_terms',
	},
];

/** The address of the agreement that an entitlement stands for. */
export function agreementUrl(entitlement: string): string {
	return `https://phone-service.example/entitlements/${entitlement}`;
}
