import { globSync } from 'node:fs';
import { basename } from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { root, textOf } from '../../scripts/project-root';
import { engineWorkflow, node } from '../support/engine';
import { nodeTypes } from '../support/node-types';
import { leased } from '../support/leased-numbers';
import { typed } from '../support/locators';
import { itemsGiven, operationRows, recipient } from '../support/operations';
import { afterChangeTo, allNodes, describedAs, shown, shownFields } from '../support/panels';

/** What n8n shows of the output of an operation before it has run. */
function previewOf(name: string, operation: string): { type: string; properties: object } {
	const { displayName, properties } = describedAs(name);
	const resource = String(properties.find((property) => property.name === 'resource')?.default);
	const folder = displayName.replace('Phone Service ', '');
	const file = `nodes/${folder}/__schema__/v1.0.0/${resource}/${operation}.json`;
	return JSON.parse(textOf(file)) as ReturnType<typeof previewOf>;
}

describe('every node', () => {
	test.each(['light', 'dark'] as const)('has a filled icon in a color of its own, %s', (theme) => {
		const icons = new Set(allNodes.map(({ icon }) => (icon as Record<typeof theme, string>)[theme]));
		const colors = [...icons].map((icon) => {
			const drawn = textOf(icon.replace('file:../../', ''));
			return /fill="(#[0-9a-f]{6})"/.exec(drawn)?.[1];
		});
		expect(colors).not.toContain(undefined);
		// The trigger of messages and the node that answers them are one in n8n's search.
		expect([icons.size, new Set(colors).size]).toEqual([allNodes.length - 1, allNodes.length - 1]);
	});

	test('the subtitle tells a dry run', () => {
		const workflow = engineWorkflow({
			nodes: [node('Send', 'phoneServiceMessaging', { operation: 'sendImessage' })],
			connections: {},
		});
		const { subtitle } = describedAs('phoneServiceMessaging');
		const shownWith = (dryRun: boolean) => {
			const sender = workflow.getNode('Send') as INode;
			sender.parameters.options = { dryRun };
			return workflow.expression.getSimpleParameterValue(sender, subtitle, 'internal', {});
		};
		expect(shownWith(false)).toBe('Send iMessage');
		expect(shownWith(true)).toBe('Send iMessage (dry run)');
	});

	test.each(operationRows)(
		'%s shows the fields that its row in the table of operations fills in, and no other',
		(id, { node, parameters, everyField }) => {
			const description = describedAs(node);
			const filled = { ...parameters, ...everyField };
			const notices = description.properties.filter(({ type }) => type === 'notice');
			const others = ['operation', 'options', ...notices.map(({ name }) => name)];
			const fields = shown(description, { operation: id, ...filled });
			expect(fields.filter((name) => !others.includes(name)).sort()).toEqual(Object.keys(filled).sort());
		},
	);

	test.each(operationRows)('%s previews no field that its items lack', (id, { node }) => {
		const { type, properties } = previewOf(node, id);
		expect(type).toBe('object');
		expect(Object.keys(properties).length).toBeGreaterThan(0);
		for (const item of itemsGiven(id)) {
			expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(properties)));
		}
	});

	test('no operation that is gone has a preview', () => {
		const previews = globSync('nodes/*/__schema__/**/*.json', { cwd: root });
		const ids = previews.map((path) => basename(path, '.json'));
		expect(ids.sort()).toEqual([...operationRows.map(([id]) => id), 'sendAndWait'].sort());
	});
});

test.each<[string, INodeParameters, string[]]>([
	['phoneServiceMessaging', { operation: 'sendImessage' }, ['imessageFallbackWhen', 'fallbackFrom']],
	['phoneServiceMessaging', { operation: 'sendWhatsapp' }, ['whatsappFallbackWhen', 'fallbackFrom']],
	['phoneServiceNumbers', { operation: 'configureNumber' }, ['selectedNumbers']],
	['phoneServiceNumbers', { operation: 'configureNumber', failover: 'off' }, ['selectedNumbers']],
])('%s %j hides %j, which means nothing yet (sections 4.2 to 4.5)', (node, filled, hidden) => {
	expect(shown(describedAs(node), filled).filter((name) => hidden.includes(name))).toEqual([]);
});

describe('what is typed stays when the operation changes', () => {
	const meaning = ({ routing, displayName }: INodeProperties) => routing?.send?.property ?? displayName;
	/** What a field takes: another one takes the same, where these are equal. */
	const form = ({ type, options = [], noDataExpression = false }: INodeProperties) =>
		JSON.stringify([type, options.map((option) => (option as INodePropertyOptions).value), noDataExpression]);
	const meaningAndForm = (field: INodeProperties) => `${meaning(field)} ${form(field)}`;

	test.each(allNodes.map((node) => [node.displayName, node] as const))(
		'%s: fields with one meaning have one name, and fields with one name take the same',
		(_, { properties }) => {
			const fields = properties
				.flatMap((field) => (field.type === 'collection' ? (field.options as INodeProperties[]) : [field]))
				.filter(({ type }) => !['hidden', 'notice'].includes(type));
			const namesOfMeanings = Map.groupBy(fields, meaningAndForm).values();
			for (const group of namesOfMeanings) expect(new Set(group.map(({ name }) => name)).size).toBe(1);
			const formsOfNames = Map.groupBy(fields, ({ name }) => name).values();
			for (const group of formsOfNames) expect(new Set(group.map(form)).size).toBe(1);
		},
	);

	const question = { channel: 'text', to: recipient, from: typed(leased.sms), message: 'May I?' };
	const calls = [
		...operationRows.map(([id, { node, parameters, everyField }]) => {
			return { id: String(id), node, filled: { ...parameters, ...everyField } };
		}),
		{ id: 'sendAndWait', node: 'phoneServiceMessaging', filled: question },
	];

	/** From one operation to another of its node, with the values that both have a field for, by its name in the other one. */
	const changes = calls.flatMap(({ id, node, filled }) => {
		const description = describedAs(node);
		const before = shownFields(description, { operation: id, ...filled });
		const others = calls.filter((call) => call.node === node && call.id !== id);
		return others.flatMap((other) => {
			const panel = afterChangeTo(other.id, description, { operation: id, ...filled });
			const kept = shownFields(description, panel).flatMap((field) => {
				const same = before.find((one) => meaningAndForm(one) === meaningAndForm(field));
				const value = (filled as INodeParameters)[same?.name ?? ''];
				return value === undefined ? [] : [[field.name, value] as const];
			});
			return kept.length > 0 ? [{ from: id, to: other.id, panel, kept: Object.fromEntries(kept) }] : [];
		});
	});

	test.each(changes)('from $from to $to: $kept', ({ panel, kept }) => {
		expect(panel).toMatchObject(kept);
	});
});

describe('Messaging asks a person', () => {
	const messaging = describedAs('phoneServiceMessaging');
	const common = 'operation channel to from message responseType firstItemNotice options'.split(' ');

	test.each<[INodeParameters, string[]]>([
		[{}, ['approvalOptions']],
		[{ responseType: 'freeText' }, []],
		[{ responseType: 'choice' }, ['choices']],
	])('%j', (filled, names) => {
		const fields = shown(messaging, { operation: 'sendAndWait', ...filled });
		expect(fields.sort()).toEqual([...common, ...names].sort());
	});
});

test('nothing is preset where a click changes the account: n8n asks for a choice', () => {
	const fields = [
		...describedAs('phoneServiceNumbers').properties.filter(({ name }) => name === 'failover'),
		...describedAs('phoneServiceEntitlements').properties.filter(({ name }) => name === 'name'),
	];
	expect(fields.length).toBeGreaterThan(1);
	for (const field of fields) expect(field).toMatchObject({ default: '', required: true });
});

describe('the tool of an agent', () => {
	test.each(operationRows)('%s tells the model more than the name of its action', (id, { node: type }) => {
		const tool = node('Tool', `${type}Tool`, { operation: id });
		const { parameters } = engineWorkflow({ nodes: [tool], connections: {} }).getNode('Tool') as INode;
		const offered = describedAs(type).properties.find(({ name }) => name === 'operation')?.options;
		const { description } = (offered as INodePropertyOptions[]).find(({ value }) => value === id) ?? {};
		const told = NodeHelpers.getToolDescriptionForNode(
			{ ...tool, parameters },
			nodeTypes.getByNameAndVersion(tool.type) as INodeType,
		);
		expect(told).toBe(description);
	});

	const messaging = describedAs('phoneServiceMessaging');
	const asTool = { ...messaging, name: `${messaging.name}Tool` };

	test.each(['sendImessage', 'sendWhatsapp', 'sendText'])('%s says what each call does', (operation) => {
		expect(shown(asTool, { operation })).toContain('toolNotice');
		expect(shown(messaging, { operation })).not.toContain('toolNotice');
	});
});
