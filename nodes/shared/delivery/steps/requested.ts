import { checkedAnswer } from '../../service/answer';
import type { RunContext, Step } from './step';

/** Makes the request. */
export function requested({ attempt }: RunContext): Step {
	return async (item) => {
		item.left = true;
		return checkedAnswer(item.request, await attempt(item.request));
	};
}
