import parsePhoneNumber from 'libphonenumber-js/max';
import type { Schema } from '../../nodes/shared/contract/contract';
import { lookupRecord } from '../lookup-records';
import { pathParameter, type Behaviour } from './call';
import { healthOf, leasesOf } from './list-leased-numbers';

/** When a number came into the service, in milliseconds since the epoch. */
const createdAt = Date.UTC(2026, 0, 1);

/** Public material: a number that the caller leases, or any other one, which is not for lease here. */
export const getNumber: Behaviour = (call): Schema<'NumberDetails'> => {
	const number = pathParameter(call, 'number');
	const lease = leasesOf(call.state, call.account).find(({ id }) => id === number);
	const { country, region, city } = lookupRecord(number, {
		imessage: false,
		facetime: false,
		service_risk_scoring_beta: false,
	});
	return {
		id: number,
		status: 'unavailable',
		number: { e164: number, formatted: parsePhoneNumber(number)?.formatNational() ?? number },
		...lease,
		health: healthOf(call.state, number),
		location: { country, region, city },
		carrier: 'Contiguity',
		capabilities: { intl_sms: true, channels: lease?.capabilities.channels ?? [] },
		data: { requirements: [], e911_capable: true },
		created_at: createdAt,
		pricing: { currency: 'USD', upfront_fee: 0, monthly_rate: 5 },
	};
};
