/** What the demo says of a message, in the words of a person. */
import { whatBecame } from '../demo/what-became';
import { leased, sentElsewhere, simulator, useSimulator } from './support/simulated';

useSimulator();

test.each([
	['Ada', '+12025550120', '', 'Ada · iMessage · delivered'],
	['Grace', '+12025550110', '', 'Grace · SMS/RCS instead of iMessage · delivered'],
	['Alan', '+12025550113', 'landline', 'Alan · SMS/RCS instead of iMessage · not delivered to a landline'],
	['Edsger', '+12025550114', 'mobile', 'Edsger · SMS/RCS instead of iMessage · delivered'],
	['Barbara', '+12025550161', 'mobile', 'Barbara · iMessage · on its way'],
])('%s at %s', async (name, to, lineType, line) => {
	const fallback = { when: ['imessage_unsupported', 'imessage_fails'] };
	await sentElsewhere({ to, from: leased.whatsapp, message: 'Hello', fallback });
	const [message] = simulator().outbox;
	expect(message && whatBecame(name, message, lineType)).toBe(line);
});

test('without a fallback, who lacks the channel gets nothing', async () => {
	await sentElsewhere({ to: '+12025550110', message: 'Hello' });
	const [message] = simulator().outbox;
	expect(message && whatBecame('Grace', message)).toBe('Grace · iMessage · not delivered');
});
