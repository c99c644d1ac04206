import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import packageJson from '../../package.json';
import { engineWorkflow, node } from '../support/engine';
import { nodeTypes, packageName } from '../support/node-types';
import { operationRows } from '../support/operations';

const root = join(__dirname, '..', '..');
const folders = ['Messaging', 'Numbers', 'Intelligence', 'Entitlements', 'FaceTime'];
const actionNodes = folders.map((folder) => describedAs(`phoneService${folder}`));
const trigger = describedAs('phoneServiceCallForwardingTrigger');
const all = [...actionNodes, trigger];

function describedAs(name: string): INodeTypeDescription {
	return nodeTypes.getByNameAndVersion(`${packageName}.${name}`).description;
}

/** The names of the parameters that the panel shows, given what is filled in. */
function shown(description: INodeTypeDescription, filled: INodeParameters): string[] {
	const node = { typeVersion: 1 } as INode;
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		filled,
		true,
		false,
		node,
		description,
	);
	return description.properties
		.filter((property) => NodeHelpers.displayParameter(values ?? {}, property, node, description))
		.map(({ name }) => name)
		.filter((name) => !['resource', 'requestOptions'].includes(name));
}

describe('every node', () => {
	test.each(all)('$displayName stands with the others in the node panel', (description) => {
		expect(description.displayName).toMatch(/^Phone Service /);
		expect(description.defaults.name).toBe(description.displayName);
		expect(description.subtitle).toBeTruthy();
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

	test.each(all)(
		'$displayName defines each parameter once, since n8n evaluates every definition',
		({ properties }) => {
			const names = properties.map(({ name }) => name);
			expect(names).toEqual([...new Set(names)]);
		},
	);

	test.each(all)('$displayName has a light and a dark icon', ({ icon }) => {
		for (const theme of ['light', 'dark'] as const) {
			const path = (icon as { light: string; dark: string })[theme].replace('file:../../', '');
			expect(readFileSync(join(root, path), 'utf8')).toMatch(/^<svg/);
		}
	});

	test.each(all)(
		'$displayName is registered and has a codex file with words to search for',
		({ name, displayName }) => {
			const file = packageJson.n8n.nodes.find((path) =>
				path.endsWith(`/${name.replace('phone', 'Phone')}.node.js`),
			);
			const codexFile = join(root, (file ?? displayName).replace('dist/', '').replace('.js', '.json'));
			expect(existsSync(codexFile)).toBe(true);
			const codex = JSON.parse(readFileSync(codexFile, 'utf8')) as {
				node: string;
				categories: string[];
				alias: string[];
			};
			expect(codex.node).toBe(`${packageName}.${name}`);
			expect(codex.categories.length).toBeGreaterThan(0);
			expect(codex.alias.length).toBeGreaterThan(3);
		},
	);

	test('action nodes are tools of an AI agent, the trigger is not', () => {
		expect(actionNodes.map(({ usableAsTool }) => usableAsTool)).toEqual(actionNodes.map(() => true));
		expect(trigger.usableAsTool).toBeUndefined();
	});

	test.each(actionNodes)(
		'$displayName previews the output of each operation before it has run',
		({ displayName, properties }) => {
			const operations = properties.find(({ name }) => name === 'operation')?.options ?? [];
			const folder = displayName.replace('Phone Service ', '');
			for (const operation of operations as Array<{ value: string }>) {
				const resource = String(properties.find(({ name }) => name === 'resource')?.default);
				const path = [folder, '__schema__', 'v1.0.0', resource, `${operation.value}.json`];
				const file = join(root, 'nodes', ...path);
				expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
					type: 'object',
					properties: expect.any(Object),
				});
			}
		},
	);

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

	test.each(operationRows)('%s previews no field that its answer lacks', (id, { node, gives }) => {
		const { properties, displayName } = describedAs(node);
		const resource = String(properties.find(({ name }) => name === 'resource')?.default);
		const folder = displayName.replace('Phone Service ', '');
		const file = join(root, 'nodes', folder, '__schema__', 'v1.0.0', resource, `${id}.json`);
		const preview = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		expect(Object.keys(preview.properties).length).toBeGreaterThan(0);
		expect(Object.keys(gives)).toEqual(expect.arrayContaining(Object.keys(preview.properties)));
	});

	test.each(operationRows)('%s is found by its action', (id, { node }) => {
		const { properties, displayName } = describedAs(node);
		const offered = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
		const action = offered.find(({ value }) => value === id)?.action;
		const file = `${node.replace('phone', 'Phone')}.node.json`;
		const path = join(root, 'nodes', displayName.replace('Phone Service ', ''), file);
		const { alias } = JSON.parse(readFileSync(path, 'utf8')) as { alias: string[] };
		expect(alias).toContain(action?.toLowerCase());
	});

	test.each(all)('$displayName: placeholders show an example, switches say whether', ({ properties }) => {
		const nested = (property: INodeProperties): INodeProperties[] => [
			property,
			...((property.options ?? []) as INodeProperties[]).filter((option) => 'type' in option).flatMap(nested),
		];
		for (const property of properties.filter(({ name }) => name !== 'requestOptions').flatMap(nested)) {
			if (property.type === 'string' && property.placeholder)
				expect(property.placeholder).toMatch(/^e\.g\. /);
			if (property.type === 'boolean') expect(property.description).toMatch(/^Whether /);
		}
	});
});

describe('Messaging shows a field only where it means something (sections 4.3 to 4.5)', () => {
	const messaging = describedAs('phoneServiceMessaging');
	const common = ['operation', 'to', 'from'];

	test.each<[string, INodeParameters, string[]]>([
		[
			'iMessage',
			{ operation: 'sendImessage' },
			[...common, 'message', 'attachments', 'effect', 'fallback', 'fastTrack', 'options'],
		],
		[
			'iMessage with fallback',
			{ operation: 'sendImessage', fallback: true },
			[
				...common,
				'message',
				'attachments',
				'effect',
				'fallback',
				'emailFallbackNotice',
				'imessageFallbackWhen',
				'fallbackFrom',
				'fastTrack',
				'options',
			],
		],
		[
			'iMessage with fast track',
			{ operation: 'sendImessage', fastTrack: true },
			[...common, 'message', 'attachments', 'effect', 'fallback', 'fastTrack', 'fastTrackNotice', 'options'],
		],
		[
			'WhatsApp',
			{ operation: 'sendWhatsapp' },
			[...common, 'whatsappMessage', 'attachments', 'fallback', 'options'],
		],
		[
			'WhatsApp with fallback',
			{ operation: 'sendWhatsapp', fallback: true },
			[
				...common,
				'whatsappMessage',
				'attachments',
				'fallback',
				'whatsappFallbackWhen',
				'fallbackFrom',
				'options',
			],
		],
	])('%s', (_, filled, names) => {
		expect(shown(messaging, filled).sort()).toEqual([...names].sort());
	});

	test('the text is required for WhatsApp, and for iMessage only without attachments', () => {
		const required = messaging.properties.filter((property) => property.required).map(({ name }) => name);
		expect(required).toEqual(expect.arrayContaining(['to', 'whatsappMessage']));
		expect(required).not.toContain('message');
	});
});

describe('Numbers (sections 4.1 and 4.2)', () => {
	const numbers = describedAs('phoneServiceNumbers');
	const common = ['operation', 'number', 'options'];

	test.each<[string, INodeParameters, string[]]>([
		['disable', { operation: 'disableCallForwarding' }, [...common, 'disableTo']],
		['get', { operation: 'getCallForwarding' }, common],
		['enable', { operation: 'enableCallForwarding' }, [...common, 'enableTo']],
		[
			'configure',
			{ operation: 'configureNumber' },
			[...common, 'setFailover', 'failoverEnabled', 'failoverMode'],
		],
		[
			'configure, failover as it is',
			{ operation: 'configureNumber', setFailover: false },
			[...common, 'setFailover'],
		],
		[
			'configure, selective',
			{ operation: 'configureNumber', failoverMode: 'selective' },
			[...common, 'setFailover', 'failoverEnabled', 'failoverMode', 'failoverNumbers'],
		],
	])('%s', (_, filled, names) => {
		expect(shown(numbers, filled).sort()).toEqual([...names].sort());
	});
});

test.each<[INodeParameters, boolean]>([
	[{}, false],
	[{ imessage: true }, false],
	[{ facetime: true }, false],
	[{ imessage: true, facetime: true }, true],
])('the risk flag shows only when both others are on (section 4.6): %j', (filled, isShown) => {
	const intelligence = describedAs('phoneServiceIntelligence');
	expect(shown(intelligence, { operation: 'lookUpNumber', ...filled }).includes('riskScoring')).toBe(isShown);
});
