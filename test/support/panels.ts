import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeTypes } from './node-types';
import { packageName, packageNodes } from '../../scripts/package-nodes';

/** A node type of the package as n8n knows it. */
export function describedAs(name: string): INodeTypeDescription {
	return nodeTypes.getByNameAndVersion(`${packageName}.${name}`).description;
}

/** The parameters that the panel of a node shows, given what is filled in. */
export function shownFields(description: INodeTypeDescription, filled: INodeParameters): INodeProperties[] {
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
		.filter(({ type }) => type !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(values ?? {}, property, node, description))
		.filter(({ name }) => name !== 'requestOptions');
}

/** Their names. */
export function shown(description: INodeTypeDescription, filled: INodeParameters): string[] {
	return shownFields(description, filled).map(({ name }) => name);
}

/** What a panel holds after another operation was chosen in n8n's editor, which keeps what is not preset and still shown. */
export function afterChangeTo(
	operation: string,
	description: INodeTypeDescription,
	filled: INodeParameters,
): INodeParameters {
	const node = { typeVersion: 1 } as INode;
	const { properties } = description;
	const typed = NodeHelpers.getNodeParameters(properties, filled, false, false, node, description);
	const changed = { ...typed, operation };
	return NodeHelpers.getNodeParameters(properties, changed, true, false, node, description) ?? {};
}

export const allNodes = packageNodes.map((NodeType) => describedAs(new NodeType().description.name));
export const triggers = allNodes.filter(({ group }) => group.includes('trigger'));
export const actionNodes = allNodes.filter((description) => !triggers.includes(description));
