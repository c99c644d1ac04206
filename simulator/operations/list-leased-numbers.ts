import parsePhoneNumber from 'libphonenumber-js/max';
import type { Schema } from '../../nodes/shared/contract/contract';
import { lapsedLeases, leasedNumbers, type Account, type Channel } from '../accounts';
import type { Behaviour } from './call';

const listedChannels: Record<Channel, Array<Schema<'LeasedNumberChannel'>>> = {
	imessage: ['imessage'],
	whatsapp: ['whatsapp'],
	sms_rcs: ['sms', 'mms', 'rcs'],
};

/** Start of every lease, in seconds since the epoch. */
const leasedSince = Date.UTC(2026, 0, 1) / 1000;

/** The numbers that an account leases, and with their status those of leases that do not hold. */
export function leasesOf(account: Account): Array<Schema<'LeasedNumber'>> {
	return [...leasedNumbers.map((lease) => ({ ...lease, status: 'active' as const })), ...lapsedLeases]
		.filter(({ number }) => account.numbers.includes(number))
		.map(({ number, channels, status }) => ({
			id: number,
			status: 'leased',
			number: { e164: number, formatted: parsePhoneNumber(number)?.formatNational() ?? number },
			capabilities: { channels: channels.flatMap((channel) => listedChannels[channel]) },
			health: { reputation: 1, previous_owners: 0 },
			lease_id: `lease_${number.slice(1)}`,
			lease_status: status,
			billing: { method: 'monthly', period: { start: leasedSince, end: null } },
		}));
}

/** Public material. */
export const listLeasedNumbers: Behaviour = ({ account }): Schema<'LeasedNumbers'> => {
	const numbers = leasesOf(account);
	return { leased: numbers.length, numbers };
};
