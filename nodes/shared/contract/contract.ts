// Generated from simulator/openapi.yaml by `npm run generate`. Do not edit.
import type { components } from './contract-types';

/** What a PhoneNumber looks like. */
export const phoneNumberPattern = new RegExp('^\\+[1-9][0-9]{1,14}$');

/** What a EmailAddress looks like. */
export const emailAddressPattern = new RegExp(
	'^[^\\s@<>(),;:\\\\"\\[\\]]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$',
);

/** Characters that a EmailAddress may have. */
export const emailAddressMaxLength = 254 as const;

/** Values of ForwardingStatus. */
export const forwardingStatusValues = ['active', 'queued'] as const;

/** Values of LeasedNumberChannel. */
export const leasedNumberChannelValues = ['sms', 'mms', 'rcs', 'imessage', 'whatsapp'] as const;

/** Values of LeaseStatus. */
export const leaseStatusValues = ['active', 'paused', 'expired', 'terminated'] as const;

/** Values of FailoverMode. */
export const failoverModeValues = ['all', 'selective'] as const;

/** Values of BubbleEffect. */
export const bubbleEffectValues = ['slam', 'loud', 'gentle', 'invisible_ink'] as const;

/** Values of ScreenEffect. */
export const screenEffectValues = [
	'echo',
	'spotlight',
	'balloons',
	'confetti',
	'love',
	'lasers',
	'fireworks',
	'celebration',
	'shooting_star',
] as const;

/** Attachments that one message may carry. */
export const maxAttachments = 10 as const;

/** What a AttachmentUrl looks like. */
export const attachmentUrlPattern = new RegExp(
	'^(?:https://[^\\s/?#]+|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d+)?)/(?:(?:[^\\s?#]*/)?[^\\s/?#]+\\.[A-Za-z0-9]+(?:\\?[^\\s#]*)?|[^\\s?#]*\\?(?:[^\\s#]*[=&/])?[^\\s#=&/@]+\\.(?=\\d*[A-Za-z])[A-Za-z0-9]+)(?:#\\S*)?$',
);

/** Values of ImessageFallbackCondition. */
export const imessageFallbackConditionValues = ['imessage_unsupported', 'imessage_fails'] as const;

/** Values of WhatsappFallbackCondition. */
export const whatsappFallbackConditionValues = ['whatsapp_unsupported', 'whatsapp_fails'] as const;

/** Values of RiskLevel. */
export const riskLevelValues = ['low', 'medium', 'high', 'very_high'] as const;

/** RiskLevel holds below this score. */
export const riskLevelBelow = { low: 0.2, medium: 0.45, high: 0.7 } as const;

/** Known values of EntitlementName; others exist. */
export const knownEntitlementNameValues = ['fast_track', 'lease', 'identity', 'number_intelligence'] as const;

/** TextAttachments that one message may carry. */
export const maxTextAttachments = 3 as const;

/** Values of ReactionAction. */
export const reactionActionValues = ['add', 'remove'] as const;

/** Values of Tapback. */
export const tapbackValues = ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question'] as const;

/** Values of TypingAction. */
export const typingActionValues = ['start', 'stop'] as const;

/** The values that the data of answers must hold; a name with a question mark may have null. */
export const answerValues = {
	CallForwardingRecord: {
		number: 'label',
		call_forwarding: {
			enabled: 'flag',
			'to?': 'text',
			status: forwardingStatusValues,
			'estimated_completion?': 'number',
		},
	},
	LeasedNumbers: { numbers: 'list' },
	NumberConfiguration: { number: 'label', failover: { enabled: 'flag' } },
	MessageResult: { message_id: 'label' },
	NumberIntelligence: {
		number: 'label',
		'imessage?': 'flag',
		'facetime?': 'flag',
		'service_risk_scoring_beta?': { level: riskLevelValues, score: 'number' },
	},
	EntitlementGrant: { granted: 'flag' },
	EntitlementState: { name: 'any', status: 'any' },
	FaceTimeAvailability: { available: 'flag' },
	ImessageAvailability: { available: 'flag' },
	Reacted: {},
	Typing: {},
	ReadReceipt: {},
	ImessageHistory: { conversation: 'list' },
	TextHistory: { conversation: 'list' },
	Message: { id: 'any', status: 'any' },
	NumberDetails: { number: 'any' },
	Entitlements: { entitlements: 'list' },
} as const;

/** Method, path, effect and rate of every operation (section 4), what the values of its request must look like, and the schema of its answer. */
export const serviceOperations = {
	disableCallForwarding: {
		method: 'POST',
		path: '/numbers/lease/{number}/call_forwarding/disable',
		effect: 'change',
		values: {
			path: { number: { kind: 'phoneNumber', required: true } },
			body: { to: { kind: 'phoneNumber' } },
		},
		answer: 'CallForwardingRecord',
	},
	getCallForwarding: {
		method: 'GET',
		path: '/numbers/lease/{number}/call_forwarding',
		effect: 'read',
		values: { path: { number: { kind: 'phoneNumber', required: true } } },
		answer: 'CallForwardingRecord',
	},
	enableCallForwarding: {
		method: 'POST',
		path: '/numbers/lease/{number}/call_forwarding/enable',
		effect: 'change',
		values: {
			path: { number: { kind: 'phoneNumber', required: true } },
			body: { to: { kind: 'phoneNumber', required: true } },
		},
		answer: 'CallForwardingRecord',
	},
	listLeasedNumbers: {
		method: 'GET',
		path: '/numbers/leased',
		effect: 'read',
		values: {},
		answer: 'LeasedNumbers',
	},
	configureNumber: {
		method: 'POST',
		path: '/numbers/{number}/configure',
		effect: 'change',
		values: {
			path: { number: { kind: 'phoneNumber', required: true } },
			body: {
				'failover.enabled': { kind: 'flag', required: true },
				'failover.mode': { kind: 'choice', values: failoverModeValues },
				'failover.numbers': { kind: 'phoneNumbers', required: true },
			},
		},
		answer: 'NumberConfiguration',
	},
	sendImessage: {
		method: 'POST',
		path: '/send/imessage',
		effect: 'send',
		rate: { requests: 1, seconds: 1, burst: 5 },
		values: {
			body: {
				to: { kind: 'phoneNumberOrEmailAddress', required: true },
				from: { kind: 'phoneNumber' },
				message: { kind: 'text' },
				'fallback.when': { kind: 'choices', values: imessageFallbackConditionValues, required: true },
				'fallback.from': { kind: 'phoneNumber' },
				attachments: { kind: 'attachmentUrls', maxItems: 10, maxBytes: 52428800 },
				effect: { kind: 'choice', values: [...bubbleEffectValues, ...screenEffectValues] },
				fast_track: { kind: 'flag' },
			},
		},
		atLeastOne: ['message', 'attachments'],
		answer: 'MessageResult',
	},
	sendWhatsapp: {
		method: 'POST',
		path: '/send/whatsapp',
		effect: 'send',
		rate: { requests: 1, seconds: 1, burst: 5 },
		values: {
			body: {
				to: { kind: 'phoneNumber', required: true },
				from: { kind: 'phoneNumber' },
				message: { kind: 'text', required: true },
				'fallback.when': { kind: 'choices', values: whatsappFallbackConditionValues, required: true },
				'fallback.from': { kind: 'phoneNumber' },
				attachments: { kind: 'attachmentUrls', maxItems: 10, maxBytes: 52428800 },
			},
		},
		answer: 'MessageResult',
	},
	lookUpNumber: {
		method: 'GET',
		path: '/intelligence/{number}',
		effect: 'read',
		rate: { requests: 6, seconds: 60 },
		entitlement: 'number_intelligence',
		values: {
			path: { number: { kind: 'phoneNumber', required: true } },
			query: {
				imessage: { kind: 'flag' },
				facetime: { kind: 'flag' },
				service_risk_scoring_beta: { kind: 'flag', requires: ['imessage', 'facetime'] },
			},
		},
		answer: 'NumberIntelligence',
	},
	applyForEntitlement: {
		method: 'POST',
		path: '/entitlements/{name}',
		effect: 'change',
		values: { path: { name: { kind: 'label', examples: knownEntitlementNameValues, required: true } } },
		answer: 'EntitlementGrant',
	},
	getEntitlement: {
		method: 'GET',
		path: '/entitlements/{name}',
		effect: 'read',
		values: { path: { name: { kind: 'label', examples: knownEntitlementNameValues, required: true } } },
		answer: 'EntitlementState',
	},
	checkFaceTimeAvailability: {
		method: 'GET',
		path: '/facetime/availability/{to}',
		effect: 'read',
		values: { path: { to: { kind: 'phoneNumberOrEmailAddress', required: true } } },
		answer: 'FaceTimeAvailability',
	},
	checkImessageAvailability: {
		method: 'GET',
		path: '/conversations/availability/imessage/{to}',
		effect: 'read',
		values: { path: { to: { kind: 'phoneNumberOrEmailAddress', required: true } } },
		answer: 'ImessageAvailability',
	},
	sendText: {
		method: 'POST',
		path: '/send/text',
		effect: 'send',
		rate: { requests: 1, seconds: 1, burst: 5 },
		values: {
			body: {
				to: { kind: 'phoneNumber', required: true },
				from: { kind: 'phoneNumber' },
				message: { kind: 'text' },
				attachments: { kind: 'attachmentUrls', maxItems: 3, maxBytes: 5242880 },
				fast_track: { kind: 'flag' },
			},
		},
		atLeastOne: ['message', 'attachments'],
		answer: 'MessageResult',
	},
	reactImessage: {
		method: 'POST',
		path: '/send/imessage/reactions',
		effect: 'send',
		rate: { requests: 1, seconds: 1, burst: 5 },
		values: {
			body: {
				to: { kind: 'phoneNumberOrEmailAddress', required: true },
				from: { kind: 'phoneNumber', required: true },
				action: { kind: 'choice', values: reactionActionValues, required: true },
				tapback: { kind: 'choice', values: tapbackValues, required: true },
				message: { kind: 'text', required: true },
			},
		},
		answer: 'Reacted',
	},
	reactWhatsapp: {
		method: 'POST',
		path: '/send/whatsapp/reactions',
		effect: 'send',
		rate: { requests: 1, seconds: 1, burst: 5 },
		values: {
			body: {
				to: { kind: 'phoneNumber', required: true },
				action: { kind: 'choice', values: reactionActionValues, required: true },
				reaction: { kind: 'text' },
				message: { kind: 'text' },
			},
		},
		answer: 'Reacted',
	},
	typeImessage: {
		method: 'POST',
		path: '/send/imessage/typing',
		effect: 'send',
		values: {
			body: {
				to: { kind: 'phoneNumberOrEmailAddress', required: true },
				from: { kind: 'phoneNumber' },
				action: { kind: 'choice', values: typingActionValues, required: true },
			},
		},
		answer: 'Typing',
	},
	typeWhatsapp: {
		method: 'POST',
		path: '/send/whatsapp/typing',
		effect: 'send',
		values: {
			body: {
				to: { kind: 'phoneNumber', required: true },
				from: { kind: 'phoneNumber' },
				action: { kind: 'choice', values: typingActionValues, required: true },
			},
		},
		answer: 'Typing',
	},
	markImessageRead: {
		method: 'POST',
		path: '/send/imessage/read',
		effect: 'send',
		values: {
			body: {
				to: { kind: 'phoneNumberOrEmailAddress', required: true },
				from: { kind: 'phoneNumber', required: true },
			},
		},
		answer: 'ReadReceipt',
	},
	getImessageHistory: {
		method: 'GET',
		path: '/conversations/history/imessage/{to}/{from}/{limit}',
		effect: 'read',
		values: {
			path: {
				to: { kind: 'phoneNumber', required: true },
				from: { kind: 'phoneNumber', required: true },
				limit: { kind: 'integer', minimum: 1, maximum: 200, required: true },
			},
			query: { tracking: { kind: 'flag' } },
		},
		answer: 'ImessageHistory',
	},
	getTextHistory: {
		method: 'GET',
		path: '/conversations/history/text/{to}/{from}/{limit}',
		effect: 'read',
		values: {
			path: {
				to: { kind: 'phoneNumber', required: true },
				from: { kind: 'phoneNumber', required: true },
				limit: { kind: 'integer', minimum: 1, maximum: 200, required: true },
			},
			query: { tracking: { kind: 'flag' } },
		},
		answer: 'TextHistory',
	},
	getMessage: {
		method: 'GET',
		path: '/conversations/history/message/{id}',
		effect: 'read',
		values: { path: { id: { kind: 'label', required: true } }, query: { tracking: { kind: 'flag' } } },
		answer: 'Message',
	},
	getNumber: {
		method: 'GET',
		path: '/numbers/{number}',
		effect: 'read',
		values: { path: { number: { kind: 'phoneNumber', required: true } } },
		answer: 'NumberDetails',
	},
	listEntitlements: {
		method: 'GET',
		path: '/entitlements/',
		effect: 'read',
		values: {},
		answer: 'Entitlements',
	},
} as const;

/** A schema of the service by its name in the OpenAPI document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The name of an operation of the service. */
export type OperationId = keyof typeof serviceOperations;
