import { sendImessage } from '../../nodes/Messaging/send-imessage.operation';
import { explain } from '../../nodes/shared/failure/explain';
import { answerOf, tokenMask, type Failure } from '../../nodes/shared/service/answer';

const said = {
	id: 'err_1',
	timestamp: 1_795_217_098_601,
	api_version: 'v2026.11.20',
	object: 'error',
	data: { error: 'Short and stout' },
};

test.each([
	['with what the service said', said, /^See what the service says; .*ask the provider\..*"Short and stout"/],
	[
		'without a word of the service',
		'<html>',
		/^Ask the provider what this status means\..*check the base URL too\.$/,
	],
])('a refusal by a status that the interface does not have, %s', (_, body, description) => {
	const failure = answerOf({ statusCode: 418, headers: {}, body }, tokenMask('token')) as Failure;
	const { message, ...explained } = explain(failure, sendImessage);
	expect(message).toBe('The service refused the request (418)');
	expect(explained.description).toMatch(description);
});
