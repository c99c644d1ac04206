import { leasedNumbers } from '../../simulator/accounts';

const count = 5;

/** Leased numbers of the simulator that can send iMessages, and over which messages are spread. */
export const senders = leasedNumbers
	.filter(({ channels }) => channels.includes('imessage'))
	.slice(0, count)
	.map(({ number }) => number);
