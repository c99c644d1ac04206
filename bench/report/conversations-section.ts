import { numbersTable } from '../../scripts/markdown-table';
import { latencyMs, messagesIn, messagesOfRun, type ConversationResult } from '../conversations';
import type { Machine } from '../support/machine';
import { measuredOn } from './markdown';

/** The part of the report on what the options cost that read conversations. */
export function conversationsSection(results: ConversationResult[], machine: Machine): string {
	const rows = results.map(({ name, requests, ms }) => [name, requests.toFixed(2), ms.toFixed(0)]);
	return `### Options that read conversations

A simulator that takes ${latencyMs} ms for each request. Sends: a run of ${messagesOfRun} messages to new contacts.
Trigger: the median of ${messagesIn} messages, from the webhook's request until the execution has ended.
${measuredOn(machine)}

${numbersTable(['', 'Requests per message', 'Time per message (ms)'], rows)}`;
}
