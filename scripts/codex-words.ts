import { basename, dirname } from 'node:path';

import { MissingPart } from './missing-part';
import { describedNodes } from './offered-operations';
import { textOf } from './project-root';

/**
 * What finds the trigger. n8n lists a node and its trigger as one, of which the words of the node count; it takes
 * *trigger* off the end of a search.
 */
const incoming = [
	'phone service message',
	'receive',
	'receive sms',
	'incoming message',
	'inbound',
	'message received',
	'on message',
	'reply',
	'webhook',
	'chat',
];

/** By folder of nodes/, what people search for beside a node's name and the actions of its operations. */
const searchedFor: Record<string, string[]> = {
	CallForwarding: ['call forwarding', 'forwarding applied', 'queued change', 'phone number', 'poll'],
	Conversations: [
		'conversation',
		'history',
		'typing',
		'read receipt',
		'reaction',
		'tapback',
		'emoji',
		'delivery status',
	],
	Entitlements: ['entitlement', 'permission', 'fast track', 'lease', 'capability'],
	FaceTime: ['facetime', 'video call', 'availability', 'apple'],
	Intelligence: [
		'lookup',
		'look up',
		'carrier lookup',
		'cnam',
		'caller name',
		'hlr',
		'porting',
		'fraud',
		'risk score',
		'phone validation',
		'number',
		'number lookup',
		'phone number lookup',
		'imessage lookup',
		'facetime lookup',
	],
	Messaging: [
		'imessage',
		'iphone',
		'text',
		'sms',
		'rcs',
		'whatsapp',
		'text message',
		'send message',
		'bulk messaging',
		'fallback',
		'attachment',
		'human',
		'form',
		'wait',
		'hitl',
		'approval',
		'campaign',
		'two-way',
		...incoming,
	],
	MessagingTrigger: [...incoming, 'imessage', 'whatsapp', 'sms', 'delivery', 'opt-out'],
	Numbers: ['phone number', 'leased number', 'call forwarding', 'failover', 'telephony', 'number'],
};

/** A compatible deployment, by which every node is found. */
const provider = 'contiguity';

/**
 * The codex files, by path, with the words under which n8n's search finds their nodes: those above, and the action of
 * every operation. `files` are texts that take the place of those in the project.
 */
export function codexFiles(files: Record<string, string>): Record<string, string> {
	const written = describedNodes().map(({ codexFile, operations }) => {
		const words = searchedFor[basename(dirname(codexFile))];
		if (!words) throw new MissingPart(`scripts/codex-words.ts has no words for ${codexFile}.`);
		const codex = JSON.parse(files[codexFile] ?? textOf(codexFile)) as object;
		const actions = operations.map(({ action }) => action.toLowerCase());
		const alias = [...new Set([...words, provider, ...actions])];
		return [codexFile, JSON.stringify({ ...codex, alias }, null, 2)];
	});
	return Object.fromEntries(written) as Record<string, string>;
}
