import type { Schema } from '../../scripts/interface-document';
import { openApiDocument } from '../../simulator/document';
import { unenforcedRules } from '../../scripts/unenforced-rules';

/** What `npm run generate` says when the message of a text has these rules beside its type. */
function saidOf(rules: object): string[] {
	const document = openApiDocument();
	const { SendTextRequest } = document.components.schemas;
	const { message } = SendTextRequest?.properties as { message: Schema };
	Object.assign(message, rules);
	return unenforcedRules(document);
}

test('the nodes enforce every rule for a value that the interface has', () => {
	expect(saidOf({})).toEqual([]);
});

test.each([{ maxLength: 160 }, { pattern: '^a' }, { format: 'date' }, { minLength: 2 }])(
	'generating names the rule %j of a field, which the nodes would not enforce',
	(rules) => {
		expect(saidOf(rules)).toEqual([`sendText message: ${Object.keys(rules).join()}`]);
	},
);

test('a named schema with a pattern has a rule of its own in the nodes', () => {
	const document = openApiDocument();
	document.components.schemas.Word = { type: 'string', pattern: '^\\w+$', maxLength: 9 };
	const { properties = {} } = document.components.schemas.SendTextRequest as Schema;
	properties.message = { $ref: '#/components/schemas/Word' };
	expect(unenforcedRules(document)).toEqual([]);
});
