/**
 * What n8n's own routing engine sends of a node that has its declarations alone, without the functions by which the
 * delivery takes the place of n8n's loop: the request that the delivery sends.
 */
import { RoutingNode } from 'n8n-core';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { useFastTime } from '../support/clock';
import { rows } from '../support/contract-rows';
import { addNodeType } from '../support/node-types';
import { operationIds, operations, type OfferedId } from '../support/operations';
import { describedAs } from '../support/panels';
import { packageName, packageNodes } from '../../scripts/package-nodes';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();
afterEach(() => jest.restoreAllMocks());

const declared = (node: string) => `${node}Declared`;

for (const NodeType of packageNodes) {
	const { requestOperations, ...description } = new NodeType().description;
	if (!requestOperations) continue;
	const name = declared(description.name);
	addNodeType(`${packageName}.${name}`, { description: { ...description, name } });
}

/** The only request of a call, as it stands on the wire. */
async function requestBy(node: string, parameters: INodeParameters, item: IDataObject = {}) {
	simulator().reset();
	const { error } = await runNode(node, parameters, { items: [item] });
	const [request, ...others] = simulator().requests;
	expect({ error, others }).toEqual({ error: undefined, others: [] });
	const { method, path, query, body, headers } = request ?? {};
	const { 'content-type': type, 'content-length': length, accept } = headers ?? {};
	return { method, path, query, body, type, length, accept };
}

type Call = [name: string, operation: OfferedId, parameters: INodeParameters];

const calls = operationIds.flatMap((id): Call[] => [
	[id, id, operations[id].parameters],
	[`${id} with every field filled in`, id, { ...operations[id].parameters, ...operations[id].everyField }],
]);
const ofRows = rows.map(({ covers, operation, parameters }): Call => [
	`${operation} for ${covers.join(', ')}`,
	operation,
	parameters,
]);

/** Lookups beyond the rate of the service would wait. */
const withoutRate = (id: OfferedId) => id === 'lookUpNumber' && { options: { lookupsPerMinute: 0 } };

test.each([...calls, ...ofRows])(
	'n8n sends by itself what the delivery sends: %s',
	async (_, id, parameters) => {
		const { node } = operations[id];
		const call = { operation: id, ...parameters, ...withoutRate(id) };
		const routing = jest.spyOn(RoutingNode.prototype, 'runNode');
		const sent = await requestBy(node, call);
		expect(routing).not.toHaveBeenCalled();
		expect(await requestBy(declared(node), call)).toEqual(sent);
		expect(routing).toHaveBeenCalledTimes(1);
	},
);

/** Whether a field takes no expression, or n8n knows only a choice of it that was made in the panel. */
function isFixed({ noDataExpression, options = [] }: INodeProperties): boolean {
	return (
		noDataExpression === true || options.some((option) => 'routing' in option && option.routing?.request)
	);
}

test.each(operationIds)('n8n sends by itself what expressions give: %s', async (id) => {
	const { node, parameters } = operations[id];
	const fixed = describedAs(node)
		.properties.filter(isFixed)
		.map(({ name }) => name);
	const given = Object.entries(parameters).filter(
		([name, value]) => typeof value !== 'object' && !fixed.includes(name),
	);
	const expressions = given.map(([name]) => [name, `={{ $json.${name} }}`] as const);
	const call = { operation: id, ...parameters, ...Object.fromEntries(expressions) };
	const item = Object.fromEntries(given) as IDataObject;
	expect(await requestBy(declared(node), call, item)).toEqual(await requestBy(node, call, item));
});
