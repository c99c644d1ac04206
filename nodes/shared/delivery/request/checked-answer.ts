import { serviceOperations } from '../../contract/contract';
import type { NodeOperation } from '../../operation/operation';
import { unreadable, type Answer, type ResponseEnvelope } from '../../service/answer';
import { isLabel } from '../../service/envelope';
import { leasesIn } from '../../service/leased-numbers';

/** The answer that lists leased numbers, with nothing else among them. */
function leases(envelope: ResponseEnvelope): Answer {
	const numbers = leasesIn(envelope.data);
	if (!numbers) return unreadable(200, 'no list of numbers');
	return { ok: true, envelope: { ...envelope, data: { ...envelope.data, numbers } } };
}

/**
 * The answer to an operation, if it holds what the package relies on: a send was accepted when it has a message id
 * (section 2.5), without which nobody knows, and leased numbers come as a list (public material).
 */
export function checkedAnswer({ id }: Pick<NodeOperation, 'id'>, answer: Answer): Answer {
	if (!answer.ok) return answer;
	if (id === 'listLeasedNumbers') return leases(answer.envelope);
	if (serviceOperations[id].effect !== 'send' || isLabel(answer.envelope.data.message_id)) return answer;
	return unreadable(200, 'no message id');
}
