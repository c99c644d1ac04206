import { serviceOperations } from '../../contract/contract';
import type { NodeOperation } from '../../operation/operation';
import { unreadable, type Answer } from '../../service/answer';
import { isLabel } from '../../service/envelope';

/**
 * The answer to an operation, if it holds what the package relies on: what the operation itself asks of it, and for a send
 * a message id (section 2.5), without which nobody knows whether it was accepted.
 */
export function checkedAnswer({ service, checkAnswer }: NodeOperation, answer: Answer): Answer {
	if (!answer.ok) return answer;
	if (checkAnswer) return checkAnswer(answer);
	if (serviceOperations[service].effect !== 'send' || isLabel(answer.envelope.data.message_id)) return answer;
	return unreadable(200, 'no message ID');
}
