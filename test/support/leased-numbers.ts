import { leasedNumbers } from '../../simulator/accounts';

/** Leased numbers of the simulator by what the tests need them for, and one that nobody leases. */
export const leased = {
	/** Every channel. */
	whatsapp: '+14155550100',
	/** Every channel; changes of forwarding hold at once. */
	immediate: '+14155550101',
	imessage: '+12125550102',
	imessageToo: '+12125550103',
	imessageOnly: '+13125550105',
	/** Changes of forwarding are queued. */
	queued: '+16465550106',
	whatsappOnly: '+17185550108',
	/** SMS/RCS alone. */
	sms: '+17185550109',
	notLeased: '+13125550199',
};

/** Where calls of a leased number go at the start; null when they are not forwarded. */
export function forwardedTo(number: string): string | null {
	return leasedNumbers.find((lease) => lease.number === number)?.forwardedTo ?? null;
}
