import type {
	INodeProperties,
	INodePropertyOptions,
	INodePropertyRouting,
	PreSendAction,
} from 'n8n-workflow';

import { serviceOperations, type OperationId } from '../contract/contract';
import { requestManner } from '../service/service-address';
import type { NodeOperation, PanelOperation } from '../operation/operation';
import { entriesGroup } from '../parameters/parameters';

const filledIn = '={{ $value === false || $value?.length === 0 ? undefined : $value }}';
const eachEntry = `={{ $value.${entriesGroup.name}.flatMap((one) => one.${entriesGroup.field}.value) }}`;

/** What a field declares. Unless it says otherwise, n8n sends its value, but no empty one, and no switch that is off. */
export function fieldRouting({ type, routing }: INodeProperties): INodePropertyRouting | undefined {
	if (!routing?.send) return routing;
	return { send: { value: type === 'fixedCollection' ? eachEntry : filledIn, ...routing.send } };
}

/** The path as an expression, by the channel of the item where there are several. */
function urlOf(operation: NodeOperation): string {
	const { service, byChannel, fields } = operation;
	const fieldOf = (parameter: string) =>
		fields.find(({ name, routing }) => [name, routing?.send?.property].includes(parameter))?.name;
	const path = (service: OperationId, open: string, close: string) =>
		serviceOperations[service].path.replace(
			/\{(\w+)\}/g,
			(_, name: string) => `${open} encodeURIComponent($parameter.${fieldOf(name)}) ${close}`,
		);
	if (!byChannel) return `=${path(service, '{{', '}}')}`;
	const paths = Object.entries(byChannel.services).map(([name, id]) => `${name}: \`${path(id, '${', '}')}\``);
	return `={{ ({ ${paths.join(', ')} })[$parameter.${byChannel.field.name}] }}`;
}

function bodyOf(option: NonNullable<INodeProperties['options']>[number]): object | undefined {
	const { routing } = option as INodePropertyOptions;
	return routing?.request?.body as object | undefined;
}

/** The body as text, because n8n drops an empty one, without what fields give to other operations of the node. */
function ownBody({ service, byChannel, fields }: NodeOperation): PreSendAction {
	const declared = fields.flatMap(({ routing, options = [] }) => [
		routing?.send?.property,
		...options.flatMap((option) => Object.keys(bodyOf(option) ?? {})),
	]);
	const services: Partial<Record<string, OperationId>> = byChannel?.services ?? {};
	return async function ({ body, ...options }) {
		const channel = byChannel && this.getNodeParameter(byChannel.field.name, '');
		const { body: known } = serviceOperations[services[String(channel)] ?? service].values as {
			body?: object;
		};
		if (!known) return options;
		const names = Object.keys(known).map((name) => name.split('.')[0]);
		const own = Object.entries(body as object).filter(
			([name]) => names.includes(name) || !declared.includes(name),
		);
		return { ...options, body: JSON.stringify(Object.fromEntries(own)) };
	};
}

/** How n8n's own routing performs an operation; undefined for one that is more than a request of the panel. */
export function operationRouting(operation: PanelOperation): INodePropertyRouting | undefined {
	if (!('service' in operation)) return undefined;
	const performed = operation as NodeOperation;
	return {
		request: { ...requestManner(performed.service), url: urlOf(performed) },
		send: { preSend: [ownBody(performed)] },
		output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] },
	};
}
