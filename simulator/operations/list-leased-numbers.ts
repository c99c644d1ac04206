import parsePhoneNumber from 'libphonenumber-js/max';
import type { Schema } from '../../nodes/shared/contract/contract';
import { lapsedLeases, leasedNumbers, type Account, type Channel } from '../accounts';
import { magicAddress } from '../magic-numbers';
import type { SimulatorState } from '../state';
import type { Behaviour } from './call';

const listedChannels: Record<Channel, Array<Schema<'LeasedNumberChannel'>>> = {
	imessage: ['imessage'],
	whatsapp: ['whatsapp'],
	sms_rcs: ['sms', 'mms', 'rcs'],
};

/** Start of every lease, in seconds since the epoch. */
const leasedSince = Date.UTC(2026, 0, 1) / 1000;

/** How well a number is thought of, from 0 to 1: less with each person who reports what came from it as spam. */
export function healthOf({ outbox }: SimulatorState, number: string): Schema<'NumberDetails'>['health'] {
	const reports = outbox.filter(({ from, to }) => from === number && magicAddress(to)?.flagsSenders);
	return { reputation: 0.5 ** new Set(reports.map(({ to }) => to)).size, previous_owners: 0 };
}

/** The numbers that an account leases, and with their status those of leases that do not hold. */
export function leasesOf(state: SimulatorState, account: Account): Array<Schema<'LeasedNumber'>> {
	return [...leasedNumbers.map((lease) => ({ ...lease, status: 'active' as const })), ...lapsedLeases]
		.filter(({ number }) => account.numbers.includes(number))
		.map(({ number, channels, status }) => ({
			id: number,
			status: 'leased',
			number: { e164: number, formatted: parsePhoneNumber(number)?.formatNational() ?? number },
			capabilities: { channels: channels.flatMap((channel) => listedChannels[channel]) },
			health: healthOf(state, number),
			lease_id: `lease_${number.slice(1)}`,
			lease_status: status,
			billing: { method: 'monthly', period: { start: leasedSince, end: null } },
		}));
}

/** Public material. */
export const listLeasedNumbers: Behaviour = ({ state, account }): Schema<'LeasedNumbers'> => {
	const numbers = leasesOf(state, account);
	return { leased: numbers.length, numbers };
};
