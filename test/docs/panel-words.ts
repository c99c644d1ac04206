import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';
import { packageNodes } from '../support/package-nodes';

/** The nodes of the package, as n8n's editor gets them. */
export const nodeDescriptions = packageNodes.map((NodeType) => new NodeType().description);

function labelOf(option: NonNullable<INodeProperties['options']>[number]): string {
	return 'displayName' in option ? option.displayName : option.name;
}

/** The labels of the options of a parameter; undefined when the node has no such parameter. */
export function optionsOf({ properties }: INodeTypeDescription, parameter: string): string[] | undefined {
	return properties.find(({ name }) => name === parameter)?.options?.map(labelOf);
}

function namesIn(part: unknown): string[] {
	if (Array.isArray(part)) return part.flatMap(namesIn);
	if (typeof part !== 'object' || part === null) return [];
	const { displayName, name, action, options, values, properties, modes, typeOptions } = part as Record<
		string,
		unknown
	>;
	const own = [displayName, name, action].filter((text) => typeof text === 'string');
	return [...own, ...namesIn([options, values, properties, modes, typeOptions])];
}

/** Everything that has a name in the panels of the package and in the dialog of its credential. */
export const panelNames = new Set(namesIn([...nodeDescriptions, new PhoneServiceApi()]));
