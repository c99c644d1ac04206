import type { IDataObject } from 'n8n-workflow';

import { serviceOperations, type Schema } from '../shared/contract/contract';
import { lookupOptionsField } from '../shared/operation/options';
import { flag } from '../shared/input/values';
import { toField } from '../shared/panel/message.fields';
import { notice } from '../shared/panel/panel';
import type { NodeOperation } from '../shared/operation/operation';

const { rate, entitlement } = serviceOperations.lookUpNumber;

/** The ten facts of a lookup that workflows decide by, flat; null for each that the service does not know. */
function simplify(record: Partial<Schema<'NumberIntelligence'>>): IDataObject {
	const { carrier, ported, service_risk_scoring_beta: risk } = record;
	const facts = {
		number: record.number,
		country: record.country,
		caller_name: record.caller_name,
		line_type: record.line_type,
		carrier: carrier?.name,
		ported: ported?.ported,
		imessage: record.imessage,
		facetime: record.facetime,
		risk_level: risk?.level,
		risk_score: risk?.score,
	};
	return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact ?? null]));
}

/** Look up a phone number (sections 2.6, 2.7 and 4.6). */
export const lookUpNumber: NodeOperation = {
	id: 'lookUpNumber',
	service: 'lookUpNumber',
	name: 'Look Up Number',
	action: 'Look up number',
	description:
		'Find out carrier, caller name, porting, and optionally iMessage, FaceTime and risk of a number',
	keepsFields: ['number'],
	fields: [
		{
			...toField,
			displayName: 'Phone Number',
			name: 'number',
			description: 'Phone number to look up, with its plus sign and country code',
		},
		{
			displayName: 'iMessage Availability',
			name: 'imessage',
			type: 'boolean',
			default: false,
			description: 'Whether to find out if the number can receive iMessage; without it the answer is null',
			routing: { send: { type: 'query', property: 'imessage' } },
		},
		{
			displayName: 'FaceTime Availability',
			name: 'facetime',
			type: 'boolean',
			default: false,
			description:
				'Whether to find out if the number can be called by FaceTime; without it the answer is null',
			routing: { send: { type: 'query', property: 'facetime' } },
		},
		{
			displayName: 'Risk Scoring (Beta)',
			name: 'riskScoring',
			type: 'boolean',
			default: false,
			hint: 'To score risk, turn on iMessage Availability and FaceTime Availability.',
			description:
				'Whether to score the risk of the number from 0.00 to 0.99. Use the score together with other signals of fraud.',
			routing: { send: { type: 'query', property: 'service_risk_scoring_beta' } },
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		notice(
			'lookupRateNotice',
			`The service allows ${rate.requests} lookups per minute: about 1 minute for every ${rate.requests} numbers. n8n shows nothing until all are done. A list that you look up again is billed again, unless you keep the answers: see <a href="https://repository.example/n8n-nodes-phone-service/blob/main/examples/README.md#look-up-once" target="_blank">Look up once</a>.`,
			{ hide: { '@tool': [true] } },
		),
		lookupOptionsField,
	],
	ifForbidden: `Lookups need the ${entitlement} entitlement: apply for it with the Phone Service Entitlements node.`,
	ifTooManyRequests:
		"Something else looks numbers up with this account too: wait, or lower 'Lookups per Minute' in Options.",
	output(data, parameters) {
		const isSimple = flag('Simplify', parameters.raw('simplify'));
		return isSimple ? simplify(data as Schema<'NumberIntelligence'>) : data;
	},
};
