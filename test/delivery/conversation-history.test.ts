import type { IDataObject } from 'n8n-workflow';

import { conversationHistory } from '../../nodes/shared/delivery/steps/conversation-history';
import type { ServiceRequest } from '../../nodes/shared/operation/operation';
import type { Answer } from '../../nodes/shared/service/answer';

const from = '+14155550100';
const request: ServiceRequest = {
	service: 'sendImessage',
	body: { to: '+12025550160', from, message: 'Hello' },
};
const now = Date.parse('2026-11-22T12:00:00.500Z');
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(now));

const second = { from: now - 1_000, to: now };

/** Whether a conversation with these messages shows the message, by a service whose clock is ahead. */
async function shows(
	messages: IDataObject[],
	{ time = second, others = 0, aheadMs = 0 } = {},
): Promise<boolean> {
	const envelope = {
		id: 'req_1',
		timestamp: now + aheadMs,
		api_version: 'v1',
		object: 'response' as const,
		data: { conversation: messages },
	};
	const answer: Answer = { ok: true, envelope };
	const isShown = conversationHistory(async () => await Promise.resolve(answer));
	return await isShown(request, time, async () => await Promise.resolve(others));
}

const message = { from, to: '+12025550160', message: 'Hello', attachments: [], timestamp: now - 300 };

test.each([
	['in milliseconds', now - 300, true],
	['in seconds', Math.floor((now - 300) / 1_000), true],
	['in ISO', new Date(now - 300).toISOString(), true],
	['before the message can have left', now - 1_100, false],
	['after that', now + 1_100, false],
	['that cannot be read', 'yesterday', false],
])('of a time %s (%j), it is the message: %j', async (_, timestamp, isIt) => {
	expect(await shows([{ ...message, timestamp }])).toBe(isIt);
});

test('a clock of the service that is an hour ahead does not matter', async () => {
	const aheadMs = 3_600_000;
	expect(await shows([{ ...message, timestamp: now - 300 + aheadMs }], { aheadMs })).toBe(true);
	expect(await shows([message], { aheadMs })).toBe(false);
});

test('as many as are known of others are theirs', async () => {
	expect(await shows([message], { others: 1 })).toBe(false);
	expect(await shows([message, message], { others: 1 })).toBe(true);
	expect(await shows([message], { others: Infinity })).toBe(false);
});
