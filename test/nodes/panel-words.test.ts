import type { INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { allNodes, describedAs } from '../support/panels';

/** Every text of a panel: labels, descriptions, hints, placeholders, names of options. */
function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsOf);
}

test.each(allNodes)(
	'no text in the panel of $displayName speaks of where an interface is described',
	(description) => {
		const texts = textsOf([description.description, description.properties]);
		expect(texts.length).toBeGreaterThan(20);
		expect(texts.filter((text) => /interface document|public material/i.test(text))).toEqual([]);
	},
);

test('what not every provider offers says so', () => {
	const operations = describedAs('phoneServiceNumbers').properties.find(({ name }) => name === 'operation');
	const marked = (operations?.options as INodePropertyOptions[]).filter(({ description }) =>
		description?.includes('may not be offered by every provider'),
	);
	expect(marked.map(({ value }) => value).sort()).toEqual([
		'enableCallForwarding',
		'getCallForwarding',
		'getNumber',
		'listLeasedNumbers',
	]);
});

describe('a notice says what a rate means for a list', () => {
	const textOf = (node: string, name: string) =>
		describedAs(node).properties.find((property) => property.name === name)?.displayName;

	test('of lookups (section 4.6)', () => {
		const { requests, seconds } = serviceOperations.lookUpNumber.rate;
		const minutes = (60 / requests) * (seconds / 60);
		expect(textOf('phoneServiceIntelligence', 'lookupRateNotice')).toMatch(
			`The service allows ${requests} lookups a minute: 60 numbers take about ${minutes} minutes`,
		);
	});

	test.each(['sendImessage', 'sendWhatsapp'] as const)('of messages: %s', (operation) => {
		const { requests, seconds, burst } = serviceOperations[operation].rate;
		const minutes = Math.round(((1000 / requests) * seconds) / 60);
		expect(textOf('phoneServiceMessaging', 'sendRateNotice')).toMatch(
			`${requests} message a second, after a burst of ${burst}: 1,000 messages from one number take about ${minutes} minutes`,
		);
	});
});
