import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import packageJson from '../../package.json';
import { root } from '../../scripts/project-root';
import { engineWorkflow, node } from '../support/engine';
import { packageName } from '../support/package-nodes';
import { itemsGiven, operationRows } from '../support/operations';
import { actionNodes, allNodes, describedAs, shown, triggers } from '../support/panels';

describe('every node', () => {
	test.each(allNodes)('$displayName stands with the others in the node panel', (description) => {
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

	test.each(allNodes)(
		'$displayName defines each parameter once, since n8n evaluates every definition',
		(description) => {
			const names = description.properties.map(({ name }) => name);
			expect(names).toEqual([...new Set(names)]);
		},
	);

	test.each(allNodes)('$displayName has a light and a dark icon', ({ icon }) => {
		for (const theme of ['light', 'dark'] as const) {
			const path = (icon as { light: string; dark: string })[theme].replace('file:../../', '');
			expect(readFileSync(join(root, path), 'utf8')).toMatch(/^<svg/);
		}
	});

	test.each(allNodes)(
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

	test('action nodes are tools of an AI agent, triggers are not', () => {
		expect(actionNodes.map(({ usableAsTool }) => usableAsTool)).toEqual(actionNodes.map(() => true));
		expect(triggers.map(({ usableAsTool }) => usableAsTool)).toEqual(triggers.map(() => undefined));
	});

	test.each(actionNodes)(
		'$displayName previews the output of each operation before it has run',
		(description) => {
			const { displayName, properties } = description;
			const operations = properties.find(({ name }) => name === 'operation')?.options ?? [];
			const folder = displayName.replace('Phone Service ', '');
			const resource = String(properties.find(({ name }) => name === 'resource')?.default);
			for (const operation of operations as Array<{ value: string }>) {
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
			const others = ['operation', 'options', 'advancedOptions', ...notices.map(({ name }) => name)];
			const fields = shown(description, { operation: id, ...filled });
			expect(fields.filter((name) => !others.includes(name)).sort()).toEqual(Object.keys(filled).sort());
		},
	);

	test.each(operationRows)('%s previews no field that its items lack', (id, { node }) => {
		const { properties, displayName } = describedAs(node);
		const resource = String(properties.find(({ name }) => name === 'resource')?.default);
		const folder = displayName.replace('Phone Service ', '');
		const file = join(root, 'nodes', folder, '__schema__', 'v1.0.0', resource, `${id}.json`);
		const preview = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		expect(Object.keys(preview.properties).length).toBeGreaterThan(0);
		for (const item of itemsGiven(id)) {
			expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(preview.properties)));
		}
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

	test.each(allNodes)(
		'$displayName: placeholders show an example, switches say whether',
		({ properties }) => {
			const nested = (property: INodeProperties): INodeProperties[] => [
				property,
				...((property.options ?? []) as INodeProperties[])
					.filter((option) => 'type' in option)
					.flatMap(nested),
			];
			for (const property of properties.filter(({ name }) => name !== 'requestOptions').flatMap(nested)) {
				if (property.type === 'string' && property.placeholder)
					expect(property.placeholder).toMatch(/^e\.g\. /);
				if (property.type === 'boolean') expect(property.description).toMatch(/^Whether /);
			}
		},
	);
});

describe('Messaging shows a field only where it means something (sections 4.3 to 4.5)', () => {
	const messaging = describedAs('phoneServiceMessaging');
	const common = ['operation', 'to', 'from', 'attachments', 'fallback', 'options', 'advancedOptions'];
	const iMessage = [...common, 'message', 'effect'];
	const whatsapp = [...common, 'whatsappMessage'];

	test.each<[string, INodeParameters, string[]]>([
		['iMessage', { operation: 'sendImessage' }, iMessage],
		[
			'iMessage with fallback',
			{ operation: 'sendImessage', fallback: true },
			[...iMessage, 'imessageFallbackWhen', 'fallbackFrom'],
		],
		['WhatsApp', { operation: 'sendWhatsapp' }, whatsapp],
		[
			'WhatsApp with fallback',
			{ operation: 'sendWhatsapp', fallback: true },
			[...whatsapp, 'whatsappFallbackWhen', 'fallbackFrom'],
		],
	])('%s', (_, filled, names) => {
		expect(shown(messaging, filled).sort()).toEqual([...names].sort());
	});

	/** The labels of what a collection offers for an operation, in their order. */
	function offered(collection: string, operation: string): string[] {
		const { options } = messaging.properties.find(({ name }) => name === collection) as INodeProperties;
		const isOffered = (option: INodeProperties) =>
			NodeHelpers.displayParameter({}, option, { typeVersion: 1 } as INode, messaging, { operation });
		return (options as INodeProperties[]).filter(isOffered).map(({ displayName }) => displayName);
	}

	test('fast track is an option of iMessage alone', () => {
		expect(offered('options', 'sendImessage')).toContain('Fast Track');
		expect(offered('options', 'sendWhatsapp')).not.toContain('Fast Track');
	});

	test.each([
		['sendImessage', ['Dry Run', 'At Most per Number and Run', 'Only at These Hours']],
		['checkImessageAvailability', ['Include Whole Response']],
	])('the options of %s begin with those that most people need', (operation, first) => {
		expect(offered('options', operation).slice(0, 3)).toEqual(first);
	});

	test.each([
		['sendImessage', ['Further Body Fields', 'Give Up After (Minutes)']],
		['checkImessageAvailability', []],
	])('the advanced options of %s are %j and those of a read', (operation, more) => {
		const ofRead = ['Requests at Once', 'Tries per Request'];
		expect(offered('advancedOptions', operation)).toEqual([...more, ...ofRead]);
	});

	test('the text is required for WhatsApp, and for iMessage only without attachments', () => {
		const required = messaging.properties.filter((property) => property.required).map(({ name }) => name);
		expect(required).toEqual(expect.arrayContaining(['to', 'whatsappMessage']));
		expect(required).not.toContain('message');
	});
});

describe('Messaging has a webhook, so it declares what n8n adds to other nodes', () => {
	const setting = (name: string) => describedAs(name).properties.find((one) => one.name === 'requestOptions');

	/** Without the words, which the lint rules want otherwise. */
	function structure(property: unknown): unknown {
		return JSON.parse(
			JSON.stringify(property, (key, value: unknown) =>
				['displayName', 'description', 'placeholder'].includes(key) ? undefined : value,
			),
		);
	}

	test('Request Options are those of the other nodes', () => {
		expect(structure(setting('phoneServiceMessaging'))).toEqual(structure(setting('phoneServiceNumbers')));
	});
});

describe('Messaging asks a person', () => {
	const messaging = describedAs('phoneServiceMessaging');
	const common = [
		'operation',
		'channel',
		'to',
		'from',
		'message',
		'responseType',
		'firstItemNotice',
		'options',
		'advancedOptions',
	];

	test.each<[INodeParameters, string[]]>([
		[{}, ['approvalOptions']],
		[{ responseType: 'freeText' }, []],
		[{ responseType: 'customForm' }, ['defineForm', 'formFields']],
		[{ responseType: 'customForm', defineForm: 'json' }, ['defineForm', 'jsonOutput']],
	])('%j', (filled, names) => {
		const fields = shown(messaging, { operation: 'sendAndWait', ...filled });
		expect(fields.sort()).toEqual([...common, ...names].sort());
	});

	test('n8n finds it as the human review of tools', () => {
		const operation = messaging.properties.find(({ name }) => name === 'operation');
		expect(operation?.default).not.toBe('sendAndWait');
		expect(operation?.displayOptions?.show?.resource).toEqual(['messaging']);
		expect(messaging.webhooks?.map(({ httpMethod }) => httpMethod)).toEqual(['GET', 'POST']);
	});
});

describe('Numbers (sections 4.1 and 4.2)', () => {
	const numbers = describedAs('phoneServiceNumbers');
	const common = ['operation', 'number', 'options', 'advancedOptions'];

	test.each<[string, INodeParameters, string[]]>([
		['begins with an operation that changes nothing', {}, common],
		['disable', { operation: 'disableCallForwarding' }, common],
		['get', { operation: 'getCallForwarding' }, common],
		['enable', { operation: 'enableCallForwarding' }, [...common, 'enableTo']],
		['get failover', { operation: 'getFailover' }, common],
		['set failover', { operation: 'configureNumber' }, [...common, 'failover']],
		['set failover, off', { operation: 'configureNumber', failover: 'off' }, [...common, 'failover']],
		[
			'set failover, selected numbers',
			{ operation: 'configureNumber', failover: 'selected' },
			[...common, 'failover', 'selectedNumbers'],
		],
	])('%s', (_, filled, names) => {
		expect(shown(numbers, filled).sort()).toEqual([...names].sort());
	});

	test('nothing is preset where a click changes the account: n8n asks for a choice', () => {
		const entitlements = describedAs('phoneServiceEntitlements');
		const failover = numbers.properties.find(({ name }) => name === 'failover');
		const entitlement = entitlements.properties.find(({ name }) => name === 'name');
		for (const field of [failover, entitlement]) expect(field).toMatchObject({ default: '', required: true });
	});
});

test('Risk Scoring says what it needs (section 4.6)', () => {
	const { properties } = describedAs('phoneServiceIntelligence');
	const risk = properties.find(({ name }) => name === 'riskScoring');
	expect(risk?.hint).toBe('To score risk, turn on iMessage Availability and FaceTime Availability.');
});

describe('the tool of an agent', () => {
	const messaging = describedAs('phoneServiceMessaging');
	const asTool = { ...messaging, name: `${messaging.name}Tool` };

	test.each(['sendImessage', 'sendWhatsapp', 'sendText'])('%s says what each call does', (operation) => {
		expect(shown(asTool, { operation })).toContain('toolNotice');
		expect(shown(messaging, { operation })).not.toContain('toolNotice');
	});

	test('a lookup says nothing of lists', () => {
		const intelligence = describedAs('phoneServiceIntelligence');
		const tool = { ...intelligence, name: `${intelligence.name}Tool` };
		expect(shown(intelligence, {})).toContain('lookupRateNotice');
		expect(shown(tool, {})).not.toContain('lookupRateNotice');
	});
});
