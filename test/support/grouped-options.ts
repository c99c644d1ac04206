import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { packageName, packageNodes } from '../../scripts/package-nodes';

/** For each node, the group of the panel that offers an option, by the option's name. */
const groups = new Map(
	packageNodes.map((NodeType) => {
		const { name, properties } = new NodeType().description;
		const { options = [] } = properties.find((property) => property.name === 'options') ?? {};
		const ofGroup = (group: INodeProperties) =>
			((group.options ?? []) as INodePropertyCollection[])
				.filter((inner) => inner.name === group.name)
				.flatMap(({ values }) => values.map((option) => [option.name, group.name] as const));
		return [`${packageName}.${name}`, new Map((options as INodeProperties[]).flatMap(ofGroup))];
	}),
);

/** Parameters of a node as n8n stores them, where options may be given by name, outside of their group of the panel. */
export function grouped(type: string, parameters: INodeParameters): INodeParameters {
	const groupOf = groups.get(type.replace(/(Hitl)?Tool$/, ''));
	const given = parameters.options;
	if (!groupOf || typeof given !== 'object') return parameters;
	const options: INodeParameters = {};
	for (const [name, value] of Object.entries(given as INodeParameters)) {
		const group = groupOf.get(name);
		const values = group ? ((options[group] ??= { [group]: {} }) as INodeParameters)[group] : options;
		(values as INodeParameters)[name] = value;
	}
	return { ...parameters, options };
}
