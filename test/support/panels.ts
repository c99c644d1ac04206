import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import { nodeTypes } from './node-types';
import { packageName, packageNodes } from '../../scripts/package-nodes';

/** A node type of the package as n8n knows it. */
export function describedAs(name: string): INodeTypeDescription {
	return nodeTypes.getByNameAndVersion(`${packageName}.${name}`).description;
}

/** The names of the parameters that the panel of a node shows, given what is filled in. */
export function shown(description: INodeTypeDescription, filled: INodeParameters): string[] {
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
		.map(({ name }) => name)
		.filter((name) => name !== 'requestOptions');
}

export const allNodes = packageNodes.map((NodeType) => describedAs(new NodeType().description.name));
export const triggers = allNodes.filter(({ group }) => group.includes('trigger'));
export const actionNodes = allNodes.filter((description) => !triggers.includes(description));
