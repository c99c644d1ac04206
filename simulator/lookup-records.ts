import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { riskLevelBelow, riskLevelValues, type Schema } from '../nodes/shared/contract/contract';
import { capabilities, magicAddress } from './magic-numbers';

const places: Record<string, { city: string; region: string }> = {
	'202': { city: 'Washington', region: 'District of Columbia' },
	'206': { city: 'Seattle', region: 'Washington' },
	'212': { city: 'New York', region: 'New York' },
	'312': { city: 'Chicago', region: 'Illinois' },
	'415': { city: 'San Francisco', region: 'California' },
	'646': { city: 'New York', region: 'New York' },
	'718': { city: 'New York', region: 'New York' },
};

const callerNames = ['WIRELESS CALLER', 'BLUE DOOR CAFE', 'HARBOR BOOKS', 'NORTHSIDE DENTAL', 'UNKNOWN'];

const carriers = ['Northwind Mobile', 'Harbor Wireless', 'Prairie Cellular', 'Lighthouse Telecom'];

const lineTypes = ['mobile', 'mobile', 'mobile', 'voip'];

/** Mobile country code of networks that exist only for tests. */
const testNetwork = '001';

/** Country code that is assigned to none. */
const unknownCountry = 'ZZ';

/** Picks by the digits of a number: the same number always gets the same entry. */
function derived(number: string, purpose: string, below: number): number {
	return createHash('sha256').update(`${purpose}:${number}`).digest().readUInt32BE(0) % below;
}

function pick<Entry>(entries: readonly Entry[], number: string, purpose: string) {
	return entries[derived(number, purpose, entries.length)] as Entry;
}

function carrierName(network: number): string {
	return carriers[network % carriers.length] as string;
}

function placeOf(number: string, country: string) {
	if (number.startsWith('+1')) {
		return places[number.slice(2, 5)] ?? pick(Object.values(places), number, 'place');
	}
	return { city: '', region: new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country };
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
	const daysSince2010 = derived(number, 'date', 15 * 365);
	return {
		ported,
		date: new Date(Date.UTC(2010, 0, 1 + daysSince2010)).toISOString().slice(0, 10),
		original_carrier: carrierName(ported ? network + 1 : network),
		current_carrier: carrierName(network),
	};
}

function riskScoring(number: string): Schema<'RiskScoring'> {
	const score = magicAddress(number)?.riskScore ?? derived(number, 'risk', 100) / 100;
	return { level: riskLevel(score), score };
}

/** Numbers kept for fiction are not assigned: they belong to the first country of their calling code. */
function countryOf(number: string, parsed: PhoneNumber | undefined): string {
	if (parsed?.country) return parsed.country;
	return number.startsWith('+1') ? 'US' : (parsed?.getPossibleCountries()[0] ?? unknownCountry);
}

/** The number intelligence record of any number (section 2.6). */
export function lookupRecord(number: string, flags: LookupFlags): Schema<'NumberIntelligence'> {
	const parsed = parsePhoneNumberFromString(number);
	const country = countryOf(number, parsed);
	const { imessage, facetime } = capabilities(number);
	const lineType = magicAddress(number)?.lineType ?? pick(lineTypes, number, 'line');
	const network = derived(number, 'carrier', carriers.length);
	return {
		number,
		formatted: parsed?.formatNational() ?? number,
		country,
		caller_name: pick(callerNames, number, 'caller'),
		line_type: lineType,
		...placeOf(number, country),
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
