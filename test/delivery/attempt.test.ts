import { attempt, type Caller } from '../../nodes/shared/delivery/request/attempt';

test('a request that could not even begin was not sent', async () => {
	const httpRequestWithAuthentication = jest.fn();
	const caller = {
		getCredentials: async () => await Promise.resolve({ accessToken: 'token' }),
		helpers: { httpRequestWithAuthentication },
	} as unknown as Caller;
	const noLimitOfNode = 7.5;
	const answer = await attempt(caller, { url: 'http://127.0.0.1', timeout: noLimitOfNode });
	expect(answer).toMatchObject({ kind: 'unreachable', outcome: 'notSent' });
	expect(answer).toHaveProperty('detail', expect.stringContaining('out of range'));
	expect(httpRequestWithAuthentication).not.toHaveBeenCalled();
});
