import { listedNumbers } from '../../nodes/shared/service/leased-numbers';

const whole = {
	number: { e164: '+12025550110', formatted: '(202) 555-0110' },
	capabilities: { channels: ['imessage'] },
	lease_status: 'active',
};

describe('what a list of leased numbers tells (public material)', () => {
	test('channels are texts', () => {
		const channels = ['imessage', '<b>', null, { toString: 'x' }];
		const [listed] = listedNumbers([{ ...whole, capabilities: { channels } }]);
		expect(listed?.channels).toEqual(['imessage', '<b>']);
	});

	test.each([undefined, 'renewing'])('a lease of which nobody knows that it lapsed is told: %s', (status) => {
		expect(listedNumbers([{ ...whole, lease_status: status }])).toHaveLength(1);
	});

	test.each([{}, { capabilities: null }, { capabilities: 'x' }])('the number is enough: %j', (lease) => {
		expect(listedNumbers([{ number: whole.number, ...lease }])).toEqual([{ number: '+12025550110' }]);
	});
});
