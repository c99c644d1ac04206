import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../operation/operation';
import { dayOf } from '../options/sending-hours';
import { unrecorded } from '../ledger/refusals';
import { pairOf, type Conversations } from './conversations';
import { Places } from './places';
import type { Sending, SendRecord } from './record';
import { leftOut, type RunContext, type Step } from './step';

/** Whether a message has a link, or an attachment that is no contact card. */
function hasLinkOrFile({ body }: ServiceRequest): boolean {
	const { message, attachments } = body as IDataObject;
	const files = Array.isArray(attachments) ? attachments.map(String) : [];
	return (
		/\bhttps?:\/\/|\bwww\./i.test(String(message ?? '')) ||
		files.some((file) => !/\.vcf(?:[?#]|$)/i.test(file))
	);
}

/**
 * Leaves messages to new contacts for a later run once their number has written to as many on this day, by the workflow's
 * time zone. Whose conversation with the number is empty is new, and so is whose cannot be read. The places of a day are in
 * the node's list, so all runs and workers share them.
 */
export function withinNewContacts(
	{ run, hints }: RunContext,
	conversations: Conversations,
	{ ledger }: SendRecord,
): Step<Sending> {
	const places = ledger && new Places(ledger.list);
	const written = new Set<string>();
	let unread = 0;
	let lastReason = '';
	let withLinkOrFile = 0;
	hints.push(() =>
		[
			unread > 0 &&
				`New Contacts per Day counts ${unread} recipients as new that it could not read: ${lastReason}.`,
			withLinkOrFile > 0 &&
				`${withLinkOrFile} first messages had a link or an attachment. Providers advise to begin with text, or a contact card.`,
		].filter((hint) => hint !== false),
	);
	const takePlace = async (name: string, count: number) =>
		await places?.take(name, count).catch((error: unknown) => {
			throw unrecorded(error);
		});
	return async (item, next) => {
		const { newContactsPerDay, sendingAdvice } = item.options;
		const pair = pairOf(item);
		if (newContactsPerDay === undefined || written.has(pair)) return await next();
		const conversation = await conversations.of(item);
		if ('reason' in conversation) {
			unread += 1;
			lastReason = conversation.reason;
		} else if (!conversation.isEmpty) return await next();
		const { from = '' } = item.request.body as { from?: string };
		const name = `contact ${from} ${dayOf(Date.now(), run.timeZone)}`;
		const giveBack = await takePlace(name, newContactsPerDay);
		if (!giveBack) return leftOut(item, 'deferred', 'New contacts per day', { send_after: null });
		const end = (mayHaveLeft: boolean) => {
			if (mayHaveLeft) written.add(pair);
			else giveBack();
		};
		const delivered = await next().catch((error: unknown) => {
			end(item.left);
			throw error;
		});
		end(delivered.ok || delivered.outcome === 'unknown');
		const isFirst = delivered.ok && !('reason' in conversation);
		if (isFirst && sendingAdvice && hasLinkOrFile(item.request)) withLinkOrFile += 1;
		return delivered;
	};
}
