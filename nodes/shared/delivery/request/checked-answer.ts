import { serviceOperations } from '../../contract/contract';
import type { NodeOperation } from '../../operation/operation';
import { unreadable, type Answer } from '../../service/answer';
import { isLabel } from '../../service/envelope';

/**
 * The answer to an operation, if it holds what the delivery relies on: a send was accepted when it has a message id
 * (section 2.5). Without one nobody knows, so it is no success.
 */
export function checkedAnswer({ id }: NodeOperation, answer: Answer): Answer {
	if (!answer.ok || serviceOperations[id].effect !== 'send') return answer;
	return isLabel(answer.envelope.data.message_id) ? answer : unreadable(200, 'no message id');
}
