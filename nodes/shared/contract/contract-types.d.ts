// Generated from simulator/openapi.yaml by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		PhoneNumber: string;
		EmailAddress: string;
		/** @description An iMessage address. */
		ImessageAddress: components['schemas']['PhoneNumber'] | components['schemas']['EmailAddress'];
		/** @description A FaceTime address. */
		FaceTimeAddress: components['schemas']['PhoneNumber'] | components['schemas']['EmailAddress'];
		ResponseEnvelope: {
			/** @description It begins with `req_`. */
			id: string;
			/** @description Milliseconds since the epoch. */
			timestamp: number;
			api_version: components['schemas']['ApiVersion'];
			/** @constant */
			object: 'response';
			data: Record<string, never>;
		};
		ErrorEnvelope: {
			/** @description It begins with `err_`. */
			id: string;
			/** @description Milliseconds since the epoch. */
			timestamp: number;
			api_version: components['schemas']['ApiVersion'];
			/** @constant */
			object: 'error';
			data: {
				error: string;
				status: number;
				/** @description The agreement that the caller must accept first, by applying for the entitlement that the URL names. */
				agreement_url?: string;
			};
		};
		/** @description A `v`, then year, month and day as numbers with dots between, e.g. `v2026.11.5`. */
		ApiVersion: string;
		/** @enum {string} */
		ForwardingStatus: 'active' | 'queued';
		CallForwardingRecord: {
			number: components['schemas']['PhoneNumber'];
			call_forwarding: components['schemas']['CallForwarding'];
		};
		CallForwarding: {
			enabled: boolean;
			/** @description Number calls are forwarded to; null when disabled. */
			to: string | null;
			status: components['schemas']['ForwardingStatus'];
			/** @description Millisecond timestamp at which a queued change should be applied; null when status is `active`. */
			estimated_completion: number | null;
		};
		DisableCallForwardingRequest: {
			to?: components['schemas']['PhoneNumber'];
		};
		EnableCallForwardingRequest: {
			to: components['schemas']['PhoneNumber'];
		};
		LeasedNumbers: {
			/** @description How many numbers there are. */
			leased: number;
			numbers: components['schemas']['LeasedNumber'][];
		};
		LeasedNumber: {
			id: string;
			/** @description `leased` for every number of the list. */
			status: string;
			number: {
				e164: components['schemas']['PhoneNumber'];
				/** @description The number as people write it. */
				formatted: string;
			};
			capabilities: {
				channels: components['schemas']['LeasedNumberChannel'][];
			};
			health: {
				[key: string]: unknown;
			};
			lease_id: string;
			lease_status: components['schemas']['LeaseStatus'];
			billing: {
				[key: string]: unknown;
			};
		};
		/** @enum {string} */
		LeasedNumberChannel: 'sms' | 'mms' | 'rcs' | 'imessage' | 'whatsapp';
		/** @enum {string} */
		LeaseStatus: 'active' | 'paused' | 'expired' | 'terminated';
		/** @enum {string} */
		FailoverMode: 'all' | 'selective';
		Failover: {
			/** @description true activates failover for the number. */
			enabled: boolean;
			mode?: components['schemas']['FailoverMode'];
			/** @description Allowed leased numbers. Provided when mode is `selective`. */
			numbers?: components['schemas']['PhoneNumber'][];
		};
		ConfigureNumberRequest: {
			failover?: components['schemas']['Failover'];
		};
		NumberConfiguration: {
			number: components['schemas']['PhoneNumber'];
			failover: components['schemas']['Failover'];
		};
		/** @enum {string} */
		BubbleEffect: 'slam' | 'loud' | 'gentle' | 'invisible_ink';
		/** @enum {string} */
		ScreenEffect:
			| 'echo'
			| 'spotlight'
			| 'balloons'
			| 'confetti'
			| 'love'
			| 'lasers'
			| 'fireworks'
			| 'celebration'
			| 'shooting_star';
		/** @description How the message appears. */
		Effect: components['schemas']['BubbleEffect'] | components['schemas']['ScreenEffect'];
		/** @description Cumulative size 50MB, which the service measures. */
		Attachments: components['schemas']['AttachmentUrl'][];
		/** @description An HTTPS URL that carries a file extension: at the end of its path, or at its own end, in the query. For files of an n8n on the same machine, also HTTP on it (own choice). */
		AttachmentUrl: string;
		/** @enum {string} */
		ImessageFallbackCondition: 'imessage_unsupported' | 'imessage_fails';
		/** @enum {string} */
		WhatsappFallbackCondition: 'whatsapp_unsupported' | 'whatsapp_fails';
		ImessageFallback: {
			when: components['schemas']['ImessageFallbackCondition'][];
			from?: components['schemas']['PhoneNumber'];
		};
		WhatsappFallback: {
			when: components['schemas']['WhatsappFallbackCondition'][];
			from?: components['schemas']['PhoneNumber'];
		};
		SendImessageRequest: {
			to: components['schemas']['ImessageAddress'];
			from?: components['schemas']['PhoneNumber'];
			/** @description Required unless attachments are provided. */
			message?: string;
			fallback?: components['schemas']['ImessageFallback'];
			attachments?: components['schemas']['Attachments'];
			effect?: components['schemas']['Effect'];
			/** @description Bypasses recommended rate limiting. Only on leased numbers; requires the entitlement and acceptance of the Fast Track Terms. The interface document does not show its name and type. */
			fast_track?: boolean;
		};
		SendWhatsappRequest: {
			to: components['schemas']['PhoneNumber'];
			from?: components['schemas']['PhoneNumber'];
			message: string;
			fallback?: components['schemas']['WhatsappFallback'];
			attachments?: components['schemas']['Attachments'];
		};
		MessageResult: {
			message_id: string;
		};
		NumberIntelligence: {
			number: components['schemas']['PhoneNumber'];
			formatted: string;
			country: string;
			/** @description Caller name (CNAM). */
			caller_name: string;
			line_type: string;
			city: string;
			region: string;
			carrier: {
				name: string;
				type: string;
				mcc: string;
				mnc: string;
			};
			ported: {
				ported: boolean;
				/** @description Calendar date YYYY-MM-DD. */
				date: string;
				original_carrier: string;
				current_carrier: string;
			};
			/** @description Null unless the query flag `imessage` is true. */
			imessage: boolean | null;
			/** @description Null unless the query flag `facetime` is true. */
			facetime: boolean | null;
			service_risk_scoring_beta: components['schemas']['RiskScoring'] | null;
		};
		/** @enum {string} */
		RiskLevel: 'low' | 'medium' | 'high' | 'very_high';
		RiskScoring: {
			level: components['schemas']['RiskLevel'];
			/** @description From 0.00 to 0.99. */
			score: number;
		};
		/** @description Any name is accepted. */
		EntitlementName: string;
		EntitlementGrant: {
			granted: boolean;
			entitlement_id?: string;
		};
		ImessageAvailability: {
			available: boolean;
		};
		FaceTimeAvailability: {
			available: boolean;
		};
		/** @description How many messages the answer may hold. Public material has it optional, and 20 without it. */
		HistoryLimit: number;
		/** @description A point in time: milliseconds since the epoch in conversations; public material also shows seconds and ISO texts. */
		Timestamp: number | string;
		/** @description Cumulative size 5 MB, which the service measures. */
		TextAttachments: components['schemas']['AttachmentUrl'][];
		SendTextRequest: {
			to: components['schemas']['PhoneNumber'];
			from?: components['schemas']['PhoneNumber'];
			/** @description Required unless attachments are provided. */
			message?: string;
			attachments?: components['schemas']['TextAttachments'];
			/** @description Bypasses recommended rate limiting. Requires the entitlement. */
			fast_track?: boolean;
		};
		/** @enum {string} */
		ReactionAction: 'add' | 'remove';
		/** @enum {string} */
		Tapback: 'love' | 'like' | 'dislike' | 'laugh' | 'emphasize' | 'question';
		ReactImessageRequest: {
			to: components['schemas']['ImessageAddress'];
			from: components['schemas']['PhoneNumber'];
			action: components['schemas']['ReactionAction'];
			tapback: components['schemas']['Tapback'];
			/** @description The whole text of the message; the latest that matches counts. */
			message: string;
		};
		ReactWhatsappRequest: {
			to: components['schemas']['PhoneNumber'];
			action: components['schemas']['ReactionAction'];
			/** @description An emoji, or its name between colons. */
			reaction?: string;
			/** @description The id of the message, or its whole text. */
			message?: string;
		};
		Reacted: {
			/** @description `added`. */
			status: string;
			message: string;
		};
		/** @enum {string} */
		TypingAction: 'start' | 'stop';
		TypeImessageRequest: {
			to: components['schemas']['ImessageAddress'];
			from?: components['schemas']['PhoneNumber'];
			action: components['schemas']['TypingAction'];
		};
		TypeWhatsappRequest: {
			to: components['schemas']['PhoneNumber'];
			from?: components['schemas']['PhoneNumber'];
			action: components['schemas']['TypingAction'];
		};
		Typing: {
			/** @description `started`. */
			status: string;
		};
		MarkReadRequest: {
			to: components['schemas']['ImessageAddress'];
			from: components['schemas']['PhoneNumber'];
		};
		ReadReceipt: {
			/** @description `sent`. */
			status: string;
			message: string;
		};
		TrackingEvent: {
			/** @description Its name, e.g. `text.delivery.confirmed`. */
			event: string;
			title: string;
			timestamp: components['schemas']['Timestamp'];
		};
		/** @description The events of its delivery, where they were asked for. */
		Tracking: components['schemas']['TrackingEvent'][];
		Message: {
			id: string;
			to: string;
			from: string;
			message: string;
			timestamp: components['schemas']['Timestamp'];
			/** @description How far it came, e.g. `delivered`. */
			status: string;
			attachments: string[];
			tracking?: components['schemas']['Tracking'];
		};
		MessageDelivery: {
			/** @description `delivered`, `failed` or `delayed`. */
			status: string;
			delayed: boolean;
			timestamp: components['schemas']['Timestamp'];
		};
		MessageReaction: {
			reaction: string;
			/** @description The text of the message. */
			on: string;
			timestamp: components['schemas']['Timestamp'];
			/** @description `added` or `removed`. */
			action: string;
			from: string;
		};
		ImessageOfHistory: {
			to: string;
			from: string;
			message: string;
			timestamp: components['schemas']['Timestamp'];
			read: components['schemas']['Timestamp'];
			delivery: components['schemas']['MessageDelivery'];
			risk: {
				auto_reported_as_spam: boolean;
				marked_as_spam: boolean;
			};
			attachments: string[];
			tracking?: components['schemas']['Tracking'];
		};
		ImessageHistory: {
			conversation: components['schemas']['ImessageOfHistory'][];
			reactions: components['schemas']['MessageReaction'][];
			chat: {
				filtered: boolean;
				chat_marked_as_spam: boolean;
				limit: number;
				/** @description How many messages there are. */
				total: number;
				/** @description How many this answer holds. */
				count: number;
			};
		};
		TextOfHistory: {
			to: string;
			from: string;
			message: string;
			timestamp: components['schemas']['Timestamp'];
			delivery: components['schemas']['MessageDelivery'];
			attachments: string[];
			tracking?: components['schemas']['Tracking'];
		};
		TextHistory: {
			conversation: components['schemas']['TextOfHistory'][];
			reactions: components['schemas']['MessageReaction'][];
			chat: {
				limit: number;
				/** @description How many messages this answer holds. */
				total: number;
				/** @description How many this answer holds. */
				count: number;
			};
		};
		NumberDetails: {
			id: string;
			/** @description `available`, `g-available`, `leased` or `unavailable`. */
			status: string;
			number: {
				e164: components['schemas']['PhoneNumber'];
				/** @description The number as people write it. */
				formatted: string;
			};
			location: {
				country: string;
				region: string;
				city: string;
			};
			carrier: string;
			capabilities: {
				intl_sms: boolean;
				channels: components['schemas']['LeasedNumberChannel'][];
			};
			health: {
				/** @description From 0 to 1. */
				reputation: number;
				previous_owners: number;
			};
			data: {
				/** @description What an account needs to lease it: `imessage_entitlement_required`, `whatsapp_entitlement_required`, `enterprise_plan_required`. */
				requirements: string[];
				e911_capable: boolean;
			};
			created_at: components['schemas']['Timestamp'];
			pricing: {
				currency: string;
				upfront_fee: number;
				monthly_rate: number;
			};
			/** @description Only where the caller leases it, like the next two. */
			lease_id?: string;
			lease_status?: string;
			billing?: {
				[key: string]: unknown;
			};
		};
		Entitlements: {
			entitlements: components['schemas']['ListedEntitlement'][];
		};
		EntitlementState: {
			name: string;
			description: string;
			/** @description `granted`, `available`, `ineligible` or `rejected`. */
			status: string;
			/** @description Present when granted, like the next one. */
			entitlement_id?: string;
			/** @description ISO 8601. */
			granted_at?: string;
		};
		ListedEntitlement: {
			name: string;
			description: string;
			/** @description `granted`, `available` or `ineligible`. */
			status: string;
			/** @description Present when granted. */
			entitlement_id?: string;
		};
	};
	responses: never;
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
