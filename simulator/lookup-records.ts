import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { riskLevelBelow, riskLevelValues, type Schema } from '../nodes/shared/contract/contract';
import { capabilities, magicAddress } from './magic-numbers';

const carriers = ['Northwind Mobile', 'Harbor Wireless', 'Prairie Cellular', 'Lighthouse Telecom'];

/** Mobile country code of networks that exist only for tests. */
const testNetwork = '001';

/** Picks by the digits of a number: the same number always gets the same entry. */
function derived(number: string, purpose: string, below: number): number {
	return createHash('sha256').update(`${purpose}:${number}`).digest().readUInt32BE(0) % below;
}

function carrierName(network: number): string {
	return carriers[network % carriers.length] as string;
}

/** The level that a risk score has (section 2.7). */
export function riskLevel(score: number): Schema<'RiskLevel'> {
	const limits: Partial<Record<Schema<'RiskLevel'>, number>> = riskLevelBelow;
	return riskLevelValues.find((level) => score < (limits[level] ?? Infinity)) ?? 'very_high';
}

/** What a lookup may include beside the record itself (section 4.6). */
export interface LookupFlags {
	imessage?: boolean;
	facetime?: boolean;
	service_risk_scoring_beta?: boolean;
}

/** The document gives no null for a number that was never ported: its date is then that of its assignment. */
function portedRecord(number: string, network: number): Schema<'NumberIntelligence'>['ported'] {
	const ported = magicAddress(number)?.ported ?? derived(number, 'ported', 4) === 0;
	return {
		ported,
		date: '2020-01-01',
		original_carrier: carrierName(ported ? network + 1 : network),
		current_carrier: carrierName(network),
	};
}

function riskScoring(number: string): Schema<'RiskScoring'> {
	const score = magicAddress(number)?.riskScore ?? derived(number, 'risk', 100) / 100;
	return { level: riskLevel(score), score };
}

/** Numbers kept for fiction are not assigned: they belong to the first country of their calling code. */
function written(number: string) {
	const parsed = parsePhoneNumberFromString(number);
	const country = parsed?.country ?? parsed?.getPossibleCountries()[0] ?? 'US';
	return { formatted: parsed?.formatNational() ?? number, country };
}

/** The number intelligence record of any number (section 2.6). */
export function lookupRecord(number: string, flags: LookupFlags): Schema<'NumberIntelligence'> {
	const { formatted, country } = written(number);
	const { imessage, facetime } = capabilities(number);
	const lineType = magicAddress(number)?.lineType ?? 'mobile';
	const network = derived(number, 'carrier', carriers.length);
	return {
		number,
		formatted,
		country,
		caller_name: 'WIRELESS CALLER',
		line_type: lineType,
		city: '',
		region: new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country,
		carrier: {
			name: carrierName(network),
			type: lineType,
			mcc: testNetwork,
			mnc: String(network + 1).padStart(2, '0'),
		},
		ported: portedRecord(number, network),
		imessage: flags.imessage ? imessage : null,
		facetime: flags.facetime ? facetime : null,
		service_risk_scoring_beta: flags.service_risk_scoring_beta ? riskScoring(number) : null,
	};
}
