import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../nodes/shared/service/answer';
import {
	checkLeases,
	leasedNumber,
	listedNumbers,
	type Lease,
	type ListedNumber,
} from '../../nodes/shared/service/leased-numbers';

function checked(data: IDataObject): Answer {
	const envelope = { id: 'req_1', timestamp: 0, api_version: 'v1.0.0', object: 'response', data } as const;
	return checkLeases({ ok: true, envelope });
}

/** What From List shows of an answer. */
function listedIn(data: IDataObject): ListedNumber[] {
	const answer = checked(data);
	return answer.ok ? listedNumbers(answer.envelope.data.numbers as Lease[]) : [];
}

const whole = {
	number: { e164: '+12025550110', formatted: '(202) 555-0110' },
	capabilities: { channels: ['imessage'] },
	lease_status: 'active',
};

describe('what a list of leased numbers tells (public material)', () => {
	test('number and channels', () => {
		expect(listedIn({ numbers: [whole] })).toEqual([{ number: '+12025550110', channels: ['imessage'] }]);
	});

	test('channels are texts, cut and without markup', () => {
		const channels = ['imessage', '<b>', 'x'.repeat(100), null, { toString: 'x' }];
		const [listed] = listedIn({ numbers: [{ ...whole, capabilities: { channels } }] });
		expect(listed?.channels).toEqual(['imessage', '‹b›', `${'x'.repeat(19)}…`]);
	});

	test.each(['paused', 'expired', 'terminated'])('a lease that is %s is left out', (status) => {
		expect(listedIn({ numbers: [{ ...whole, lease_status: status }] })).toEqual([]);
	});

	test.each([undefined, 'renewing'])('a lease of which nobody knows that it lapsed is told: %s', (status) => {
		expect(listedIn({ numbers: [{ ...whole, lease_status: status }] })).toHaveLength(1);
	});

	test.each([
		[null],
		['+12025550110'],
		[{}],
		[{ number: null }],
		[{ number: { e164: 'x' } }],
		[{ number: '+1' }],
	])('%j is no number, and keeps no other from being told', (entry) => {
		expect(listedIn({ numbers: [entry, whole] as never })).toHaveLength(1);
	});

	test('the number alone is enough', () => {
		expect(listedIn({ numbers: [{ number: { e164: '+12025550110' } }] })).toEqual([
			{ number: '+12025550110' },
		]);
	});

	test.each([[{}], [{ numbers: null }], [{ numbers: 'x' }]])('%j is no list', (data) => {
		expect(checked(data)).toMatchObject({ ok: false, detail: 'no list of numbers' });
	});
});

describe('a leased number as an item (public material)', () => {
	test('number, how it is written and channels stand where one looks for them, all else as it came', () => {
		expect(leasedNumber({ ...whole, id: 'n1', health: { reputation: 1 }, colour: ['red'] })).toEqual({
			number: '+12025550110',
			formatted: '(202) 555-0110',
			channels: ['imessage'],
			id: 'n1',
			health: { reputation: 1 },
			lease_status: 'active',
			colour: ['red'],
		});
	});

	test.each([[{}], [{ capabilities: null }], [{ capabilities: 'x' }]])(
		'channels that are missing: %j',
		(lease) => {
			expect(leasedNumber({ number: { e164: '+12025550110' }, ...lease })).toEqual({
				number: '+12025550110',
			});
		},
	);
});
