// Generated from simulator/openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
	'/numbers/lease/{number}/call_forwarding/disable': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Disable call forwarding on a leased number */
		post: operations['disableCallForwarding'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/numbers/lease/{number}/call_forwarding': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read the call forwarding of a leased number */
		get: operations['getCallForwarding'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/numbers/lease/{number}/call_forwarding/enable': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Forward the calls of a leased number to another number */
		post: operations['enableCallForwarding'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/numbers/leased': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the numbers that the caller leases */
		get: operations['listLeasedNumbers'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/numbers/{number}/configure': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Configure a leased number as a failover target */
		post: operations['configureNumber'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/imessage': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Send an iMessage */
		post: operations['sendImessage'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/whatsapp': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Send a WhatsApp message */
		post: operations['sendWhatsapp'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/intelligence/{number}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Look up a phone number */
		get: operations['lookUpNumber'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/entitlements/{name}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Get the state of an entitlement */
		get: operations['getEntitlement'];
		put?: never;
		/** Apply for an entitlement */
		post: operations['applyForEntitlement'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/facetime/availability/{to}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Check whether a phone number or an email address supports FaceTime */
		get: operations['checkFaceTimeAvailability'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/conversations/availability/imessage/{to}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Check whether a phone number or an email address supports iMessage */
		get: operations['checkImessageAvailability'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/text': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Send an SMS or MMS */
		post: operations['sendText'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/imessage/reactions': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Add or remove a tapback on an iMessage */
		post: operations['reactImessage'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/text/reactions': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** React to an SMS or MMS with another SMS */
		post: operations['reactText'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/whatsapp/reactions': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Add or remove an emoji on a WhatsApp message */
		post: operations['reactWhatsapp'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/imessage/typing': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Show or hide the typing indicator over iMessage */
		post: operations['typeImessage'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/whatsapp/typing': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Show or hide the typing indicator over WhatsApp */
		post: operations['typeWhatsapp'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/send/imessage/read': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Mark an iMessage conversation as read */
		post: operations['markImessageRead'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/conversations/history/imessage/{to}/{from}/{limit}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read an iMessage conversation */
		get: operations['getImessageHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/conversations/history/text/{to}/{from}/{limit}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read an SMS/MMS conversation */
		get: operations['getTextHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/conversations/history/message/{id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one message and its status */
		get: operations['getMessage'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/numbers/{number}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one phone number */
		get: operations['getNumber'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/entitlements/': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the entitlements of the account */
		get: operations['listEntitlements'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
}
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		/** @description An E.164 number. */
		PhoneNumber: string;
		/** @description An email address. */
		EmailAddress: string;
		/** @description An iMessage address. */
		ImessageAddress: components['schemas']['PhoneNumber'] | components['schemas']['EmailAddress'];
		/** @description A FaceTime address. */
		FaceTimeAddress: components['schemas']['PhoneNumber'] | components['schemas']['EmailAddress'];
		ResponseEnvelope: {
			id: string;
			/** @description Milliseconds since the epoch. */
			timestamp: number;
			api_version: components['schemas']['ApiVersion'];
			/** @constant */
			object: 'response';
			data: Record<string, never>;
		};
		ErrorEnvelope: {
			id: string;
			/** @description Milliseconds since the epoch. */
			timestamp: number;
			api_version: components['schemas']['ApiVersion'];
			/** @constant */
			object: 'error';
			data: {
				/** @description Reason phrase of the status. */
				error: string;
				/** @description HTTP status code. */
				status: number;
				/** @description The agreement that the caller must accept first, by applying for the entitlement that the URL names. */
				agreement_url?: string;
			};
		};
		ApiVersion: string;
		/** @enum {string} */
		ForwardingStatus: 'active' | 'queued';
		CallForwardingRecord: {
			number: components['schemas']['PhoneNumber'];
			call_forwarding: components['schemas']['CallForwarding'];
		};
		CallForwarding: {
			/** @description Whether calls to the number are forwarded. */
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
		/** @description An iMessage effect; the interface document lists the 13 names without grouping them. */
		Effect: components['schemas']['BubbleEffect'] | components['schemas']['ScreenEffect'];
		/** @description Cumulative size 50MB, which the service measures. */
		Attachments: components['schemas']['AttachmentUrl'][];
		/** @description An HTTPS URL whose path carries a file extension. */
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
			/** @description National display format of the number. */
			formatted: string;
			/** @description Country code. */
			country: string;
			/** @description Caller name (CNAM). */
			caller_name: string;
			line_type: string;
			city: string;
			/** @description Region name. */
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
			/** @description Boolean only when the query flag `imessage` is true; otherwise null. */
			imessage: boolean | null;
			/** @description Boolean only when the query flag `facetime` is true; otherwise null. */
			facetime: boolean | null;
			service_risk_scoring_beta: components['schemas']['RiskScoring'] | null;
		};
		/** @enum {string} */
		RiskLevel: 'low' | 'medium' | 'high' | 'very_high';
		RiskScoring: {
			level: components['schemas']['RiskLevel'];
			score: number;
		};
		/** @description The entitlement name; any name is accepted, these are the known ones. */
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
		/** @description How many messages the answer may hold; 20 are usual. */
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
		/** @enum {string} */
		TextReaction: 'love' | 'thumbsup' | 'thumbsdown' | 'haha' | 'emphasized' | 'questioned';
		ReactImessageRequest: {
			to: components['schemas']['ImessageAddress'];
			from: components['schemas']['PhoneNumber'];
			action: components['schemas']['ReactionAction'];
			tapback: components['schemas']['Tapback'];
			/** @description The whole text of the message; the latest that matches counts. */
			message: string;
		};
		ReactTextRequest: {
			message_id?: string;
			to?: components['schemas']['PhoneNumber'];
			from?: components['schemas']['PhoneNumber'];
			/** @description The whole text of the message; the latest that matches counts. */
			message?: string;
			action: components['schemas']['ReactionAction'];
			reaction: components['schemas']['TextReaction'];
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
		TypingRequest: {
			to: components['schemas']['ImessageAddress'];
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
	responses: {
		/** @description The call forwarding record */
		CallForwarding: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ResponseEnvelope'] & {
					data?: components['schemas']['CallForwardingRecord'];
				};
			};
		};
		/** @description The message result */
		Message: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ResponseEnvelope'] & {
					data?: components['schemas']['MessageResult'];
				};
			};
		};
		/** @description The error envelope. 400, 401, 403 and 500 are documented (section 7); the status of an exceeded rate limit is not shown. */
		Error: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ErrorEnvelope'];
			};
		};
	};
	parameters: {
		Number: components['schemas']['PhoneNumber'];
		/** @description The other person. */
		HistoryTo: components['schemas']['PhoneNumber'];
		/** @description The leased number. */
		HistoryFrom: components['schemas']['PhoneNumber'];
		HistoryLimit: components['schemas']['HistoryLimit'];
		/** @description Include the events of delivery. */
		Tracking: boolean;
	};
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	disableCallForwarding: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				number: components['parameters']['Number'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DisableCallForwardingRequest'];
			};
		};
		responses: {
			200: components['responses']['CallForwarding'];
			default: components['responses']['Error'];
		};
	};
	getCallForwarding: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				number: components['parameters']['Number'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['CallForwarding'];
			default: components['responses']['Error'];
		};
	};
	enableCallForwarding: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				number: components['parameters']['Number'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['EnableCallForwardingRequest'];
			};
		};
		responses: {
			200: components['responses']['CallForwarding'];
			default: components['responses']['Error'];
		};
	};
	listLeasedNumbers: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The leased numbers */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['LeasedNumbers'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	configureNumber: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				number: components['parameters']['Number'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ConfigureNumberRequest'];
			};
		};
		responses: {
			/** @description The configuration that now holds */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['NumberConfiguration'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	sendImessage: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SendImessageRequest'] &
					(
						| unknown
						| {
								attachments: unknown;
						  }
					);
			};
		};
		responses: {
			200: components['responses']['Message'];
			default: components['responses']['Error'];
		};
	};
	sendWhatsapp: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SendWhatsappRequest'];
			};
		};
		responses: {
			200: components['responses']['Message'];
			default: components['responses']['Error'];
		};
	};
	lookUpNumber: {
		parameters: {
			query?: {
				/** @description Include iMessage availability. Independent of `facetime`. */
				imessage?: boolean;
				/** @description Include FaceTime availability. Independent of `imessage`. */
				facetime?: boolean;
				/** @description Include risk scoring. Requires `imessage=true` and `facetime=true`; otherwise 400. */
				service_risk_scoring_beta?: boolean;
			};
			header?: never;
			path: {
				number: components['parameters']['Number'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The number intelligence record */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['NumberIntelligence'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	getEntitlement: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				name: components['schemas']['EntitlementName'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The entitlement */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['EntitlementState'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	applyForEntitlement: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				name: components['schemas']['EntitlementName'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The grant */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['EntitlementGrant'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	checkFaceTimeAvailability: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				to: components['schemas']['FaceTimeAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The availability */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['FaceTimeAvailability'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	checkImessageAvailability: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				to: components['schemas']['ImessageAddress'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The availability */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['ImessageAvailability'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	sendText: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SendTextRequest'] &
					(
						| unknown
						| {
								attachments: unknown;
						  }
					);
			};
		};
		responses: {
			200: components['responses']['Message'];
			default: components['responses']['Error'];
		};
	};
	reactImessage: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ReactImessageRequest'];
			};
		};
		responses: {
			/** @description The reaction */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['Reacted'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	reactText: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ReactTextRequest'] & (unknown | unknown);
			};
		};
		responses: {
			200: components['responses']['Message'];
			default: components['responses']['Error'];
		};
	};
	reactWhatsapp: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ReactWhatsappRequest'];
			};
		};
		responses: {
			/** @description The reaction */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['Reacted'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	typeImessage: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TypingRequest'];
			};
		};
		responses: {
			/** @description The state of the indicator */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['Typing'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	typeWhatsapp: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['TypingRequest'];
			};
		};
		responses: {
			/** @description The state of the indicator */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['Typing'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	markImessageRead: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MarkReadRequest'];
			};
		};
		responses: {
			/** @description The receipt */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['ReadReceipt'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	getImessageHistory: {
		parameters: {
			query?: {
				/** @description Include the events of delivery. */
				tracking?: components['parameters']['Tracking'];
			};
			header?: never;
			path: {
				/** @description The other person. */
				to: components['parameters']['HistoryTo'];
				/** @description The leased number. */
				from: components['parameters']['HistoryFrom'];
				limit: components['parameters']['HistoryLimit'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The conversation */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['ImessageHistory'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	getTextHistory: {
		parameters: {
			query?: {
				/** @description Include the events of delivery. */
				tracking?: components['parameters']['Tracking'];
			};
			header?: never;
			path: {
				/** @description The other person. */
				to: components['parameters']['HistoryTo'];
				/** @description The leased number. */
				from: components['parameters']['HistoryFrom'];
				limit: components['parameters']['HistoryLimit'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The conversation */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['TextHistory'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	getMessage: {
		parameters: {
			query?: {
				/** @description Include the events of delivery. */
				tracking?: components['parameters']['Tracking'];
			};
			header?: never;
			path: {
				/** @description The id that the send answered. */
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The message */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['Message'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	getNumber: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				number: components['parameters']['Number'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The number */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['NumberDetails'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
	listEntitlements: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The entitlements */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['ResponseEnvelope'] & {
						data?: components['schemas']['Entitlements'];
					};
				};
			};
			default: components['responses']['Error'];
		};
	};
}
