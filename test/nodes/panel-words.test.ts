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

test('a notice says what the rate of lookups means for a list (section 4.6)', () => {
	const { requests, seconds } = serviceOperations.lookUpNumber.rate;
	const notice = describedAs('phoneServiceIntelligence').properties.find(
		({ name }) => name === 'lookupRateNotice',
	);
	expect(notice?.displayName).toBe(
		`The service allows ${requests} lookups per minute: about ${seconds / 60} minute for every ${requests} numbers. n8n shows nothing until all are done.`,
	);
});
