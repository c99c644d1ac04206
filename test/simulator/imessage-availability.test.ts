import { get, inPath, ordinary, useSimulator } from './support';

useSimulator();

describe('public material: iMessage availability', () => {
	test.each([
		[ordinary, true],
		['guest@example.com', true],
		['+12025550110', false],
		['+12025550113', false],
		['no-imessage@example.com', false],
	])('%s: %s', async (address, available) => {
		const { status, data } = await get(`/conversations/availability/imessage/${inPath(address)}`);
		expect(status).toBe(200);
		expect(data.data).toEqual({ available });
	});

	test.each(['+0123', '12065550133', 'guest', 'a b@example.com'])(
		'"%s" is no iMessage address',
		async (address) => {
			expect((await get(`/conversations/availability/imessage/${inPath(address)}`)).status).toBe(400);
		},
	);
});
