/** The page about errors has every message that a failed request can lead to. */

import { readingError } from '../../nodes/CallForwarding/forwarding-readings';
import { useSimulator } from '../support/simulated';
import { pollContext } from '../support/trigger-host';
import { explain, explanationOf, type ExplainedKind } from '../../nodes/shared/failure/explain';
import { sendImessage } from '../../nodes/Messaging/messaging.operations';
import { lookUpNumber } from '../../nodes/Intelligence/intelligence.operations';
import type { Failure, FailureKind } from '../../nodes/shared/service/answer';
import { wordsOf } from './pages';
import { textOf } from '../../scripts/project-root';

useSimulator();

type Variant = Partial<Pick<Failure, 'outcome' | 'status' | 'limitMs'>>;

/** The ways in which a failure of each kind can be worded. */
const variants: Record<ExplainedKind, Variant[]> = {
	refused: [{ status: 400 }, { status: 401 }, { status: 403 }, { status: 404 }, { status: 418 }],
	tooManyRequests: [{ status: 429 }],
	serverError: [{ status: 500 }, { status: 503 }],
	unreachable: [{ outcome: 'notSent' }],
	blocked: [{ outcome: 'notSent' }],
	interrupted: [{}],
	timedOut: [{}, { outcome: 'notSent' }],
	stopped: [{}, { outcome: 'notSent' }],
	unknownBefore: [{}],
	redirected: [{ status: 301 }],
	unreadable: [{ status: 200 }],
};

const failures = Object.entries(variants).flatMap(([kind, ways]) =>
	ways.map((way): Failure => ({ ok: false, kind: kind as FailureKind, outcome: 'unknown', ...way })),
);

const page = wordsOf(textOf('docs/when-something-fails.md'));

/** A message without what differs from case to case: a status that stands for others, what is in brackets. */
function constantPart(message: string): string {
	return message.replace(/ \((?!(400|401|403|404|429) )[^)]*\)$/, '');
}

test.each(failures.map((failure) => [explain(failure, sendImessage).message, failure]))('%s', (message) => {
	expect(page).toContain(constantPart(message));
});

test('what the trigger says when a poll is over', () => {
	const failure: Failure = { ok: false, kind: 'stopped', outcome: 'unknown' };
	const { message } = readingError(pollContext(), [{ number: '+12125550102', failure }]);
	const [, reason = ''] = message.split(' could not be read: ');
	expect(reason).toMatch(/^The poll was over before its answer$/);
	expect(page).toContain(reason);
});

test('an error that says nothing about itself', () => {
	expect(page).toContain(explanationOf(undefined).message);
});

/** Words that n8n's guidelines for the texts of errors ask to avoid. */
const unhelpful = /\b(errors?|problems?|failures?|mistakes?)\b/i;

test.each([sendImessage, lookUpNumber])(
	'messages and descriptions of $name say what happened and what to do, without the words that help nobody',
	(operation) => {
		for (const failure of failures) {
			const { message, description } = explain(failure, operation);
			expect(`${message} ${description}`).not.toMatch(unhelpful);
			expect(description).toMatch(/\.$/);
		}
	},
);
