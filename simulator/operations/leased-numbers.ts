import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Schema } from '../../nodes/shared/contract/contract';
import { lapsedLeases, leasedNumbers, type Channel } from '../accounts';
import { lookupRecord } from '../lookup-records';
import { magicAddress } from '../magic-numbers';
import { ServiceError } from '../service-error';
import { leasedNumber, pathParameter, type Behaviour, type Call } from './call';

const listedChannels: Record<Channel, Array<Schema<'LeasedNumberChannel'>>> = {
	imessage: ['imessage'],
	whatsapp: ['whatsapp'],
	text: ['sms', 'mms', 'rcs'],
};

/** When every number came into the service and every lease began, in milliseconds since the epoch. */
const createdAt = Date.UTC(2026, 0, 1);

const leases = [...leasedNumbers.map((lease) => ({ ...lease, status: 'active' as const })), ...lapsedLeases];

function writtenNumber(e164: string): Schema<'LeasedNumber'>['number'] {
	return { e164, formatted: parsePhoneNumberFromString(e164)?.formatNational() ?? e164 };
}

/** How well a number is thought of, from 0 to 1: less with each person who reports what came from it as spam. */
function healthOf({ state }: Call, number: string): Schema<'NumberDetails'>['health'] {
	const reports = state.outbox.filter(({ from, to }) => from === number && magicAddress(to)?.flagsSenders);
	return { reputation: 0.5 ** new Set(reports.map(({ to }) => to)).size, previous_owners: 0 };
}

/** The numbers that the caller leases, and with their status those of leases that do not hold. */
function leasesOf(call: Call): Array<Schema<'LeasedNumber'>> {
	return leases
		.filter(({ number }) => call.account.numbers.includes(number))
		.map(({ number, channels, status }) => ({
			id: number,
			status: 'leased',
			number: writtenNumber(number),
			capabilities: { channels: channels.flatMap((channel) => listedChannels[channel]) },
			health: healthOf(call, number),
			lease_id: `lease_${number.slice(1)}`,
			lease_status: status,
			billing: { method: 'monthly', period: { start: createdAt / 1000, end: null } },
		}));
}

/** Public material. */
export const listLeasedNumbers: Behaviour = (call): Schema<'LeasedNumbers'> => {
	const numbers = leasesOf(call);
	return { leased: numbers.length, numbers };
};

/** Public material: a number that the caller leases, or any other one, which is not for lease here. */
export const getNumber: Behaviour = (call): Schema<'NumberDetails'> => {
	const number = pathParameter(call, 'number');
	const lease = leasesOf(call).find(({ id }) => id === number);
	const { country, region, city } = lookupRecord(number, {});
	return {
		id: number,
		status: 'unavailable',
		number: writtenNumber(number),
		...lease,
		health: healthOf(call, number),
		location: { country, region, city },
		carrier: 'Contiguity',
		capabilities: { intl_sms: true, channels: lease?.capabilities.channels ?? [] },
		data: { requirements: [], e911_capable: true },
		created_at: createdAt,
		pricing: { currency: 'USD', upfront_fee: 0, monthly_rate: 5 },
	};
};

/**
 * Section 4.2. Fields of `failover` that the request leaves out keep their values; in selective mode there must
 * be at least one allowed number, and the allowed numbers must be leased ones (section 2.4).
 */
export const configureNumber: Behaviour = (call) => {
	const target = leasedNumber(call, pathParameter(call, 'number'));
	const { failover } = call.body as Schema<'ConfigureNumberRequest'>;
	if (failover) {
		const next = { ...target.failover, ...failover };
		if (next.mode === 'all') next.numbers = [];
		if (next.mode === 'selective' && next.numbers.length === 0) throw new ServiceError(400);
		if (!next.numbers.every((number) => call.state.numbers.has(number))) throw new ServiceError(403);
		target.failover = { enabled: next.enabled, mode: next.mode, numbers: [...next.numbers] };
	}
	return { number: target.lease.number, failover: target.failover };
};

function changeForwarding(call: Call, to: string | null): Schema<'CallForwardingRecord'> {
	const { lease, forwarding } = leasedNumber(call, pathParameter(call, 'number'));
	forwarding.change(to, call.state.forwardingDelayMs(lease), call.now);
	return forwarding.record(call.now);
}

/** Section 4.1. The effect of `to` on disabling is not shown: here it has none. */
export const disableCallForwarding: Behaviour = (call) => changeForwarding(call, null);

/** Public material. */
export const enableCallForwarding: Behaviour = (call) =>
	changeForwarding(call, (call.body as Schema<'EnableCallForwardingRequest'>).to);

/** Public material. */
export const getCallForwarding: Behaviour = (call) =>
	leasedNumber(call, pathParameter(call, 'number')).forwarding.record(call.now);
