import { serviceOperations } from '../nodes/shared/contract/contract';
import { leasedNumbers } from '../simulator/accounts';

/** Five leased numbers of the simulator that can send iMessages, and over which messages are spread. */
export const senders = leasedNumbers
	.filter(({ channels }) => channels.includes('imessage'))
	.slice(0, 5)
	.map(({ number }) => number);

/** Seconds that the rate of the numbers takes for messages spread evenly over them: a burst of each goes at once. */
export function idealSendSeconds(messages: number, numbers: number): number {
	const { requests, seconds, burst } = serviceOperations.sendImessage.rate;
	return ((Math.ceil(messages / numbers) - burst) / requests) * seconds;
}

/** Seconds that the rate of an account takes for lookups: those of one span go at once. */
export function idealLookupSeconds(lookups: number): number {
	const { requests, seconds } = serviceOperations.lookUpNumber.rate;
	return (Math.ceil(lookups / requests) - 1) * seconds;
}
