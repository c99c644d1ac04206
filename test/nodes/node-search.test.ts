import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import type { INodePropertyOptions } from 'n8n-workflow';

import { nodeFiles, packageName } from '../../scripts/package-nodes';
import { textOf } from '../../scripts/project-root';
import { nodeTypes } from '../support/node-types';
import { operationRows } from '../support/operations';
import { describedAs } from '../support/panels';

/** A node as the search of n8n's node panel knows it. */
interface Searched {
	name: string;
	properties: { displayName: string; codex: { alias: string[] } };
}

const nodes = nodeFiles.map((file): Searched => {
	const codex = JSON.parse(textOf(file.replace(/ts$/, 'json'))) as { node: string; alias: string[] };
	const { displayName } = nodeTypes.getByNameAndVersion(codex.node).description;
	return { name: codex.node.replace(`${packageName}.phoneService`, ''), properties: { displayName, codex } };
});

/** The nodes of the package that n8n's own search finds, best first, with those of equal score together. */
function found(search: string): string[][] {
	const ranks = Map.groupBy(sublimeSearch(search, nodes), ({ score }) => score);
	return [...ranks.values()].map((group) => group.map(({ item }) => item.name).sort());
}

function actionOf(node: string, id: string): string {
	const { properties } = describedAs(node);
	const offered = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
	return String(offered.find(({ value }) => value === id)?.action);
}

describe("the search of n8n's node panel", () => {
	test.each([
		['number', ['Intelligence', 'Numbers']],
		['imessage', ['Messaging', 'MessagingTrigger']],
		['whatsapp', ['Messaging', 'MessagingTrigger']],
		['receive', ['Messaging', 'MessagingTrigger']],
		['incoming message', ['Messaging', 'MessagingTrigger']],
		['inbound', ['Messaging', 'MessagingTrigger']],
		['on message', ['Messaging', 'MessagingTrigger']],
		['opt out', ['Messaging', 'MessagingTrigger']],
		['unsubscribe', ['Messaging', 'MessagingTrigger']],
		['approve', ['Messaging']],
		['reminder', ['Messaging']],
		['alert', ['Messaging']],
		['carrier', ['Intelligence']],
		['lookup', ['Intelligence']],
		['risk', ['Intelligence']],
		['call forwarding', ['CallForwardingTrigger', 'Numbers']],
	])('for %j finds %j first', (search, names) => {
		expect(found(search)[0]).toEqual(names);
	});

	test('n8n shows trigger and actions of Messaging as one entry, which has the words of both', () => {
		const words = (name: string) => nodes.find((one) => one.name === name)?.properties.codex.alias ?? [];
		expect(words('Messaging')).toEqual(expect.arrayContaining(words('MessagingTrigger')));
	});

	test.each(operationRows)('finds the node of %s by its action', (id, { node }) => {
		expect(found(actionOf(node, id))[0]).toEqual([node.replace('phoneService', '')]);
	});

	test('no node has words of an operation that is gone', () => {
		const actions = operationRows.map(([id, { node }]) => actionOf(node, id).toLowerCase());
		const ofOperations = nodes
			.flatMap(({ properties }) => properties.codex.alias)
			.filter((alias) => /^(get|set) /.test(alias));
		expect(ofOperations.length).toBeGreaterThan(0);
		expect(ofOperations.filter((alias) => !actions.includes(alias))).toEqual([]);
	});

	test.each(['phone service', 'contiguity'])('finds all nodes by %j', (search) => {
		expect(found(search).flat().sort()).toEqual(nodes.map(({ name }) => name).sort());
	});
});
