import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { node, runWorkflow, serviceNode, type Finished } from './engine';
import { credential } from './simulated';

/** One step of a workflow: a node of the package, or items that take the place of what came before. */
export type Step = [type: string, parameters: INodeParameters] | IDataObject[];

const main = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });

/** Runs a workflow that a message has started: the Messaging Trigger, then the steps one behind the other, the last named Node. */
export async function runStartedBy(
	message: IDataObject,
	steps: Step[],
	settings: Partial<INode> = {},
): Promise<Finished> {
	const nameOf = (index: number) => (index === steps.length - 1 ? 'Node' : `Step ${index + 1}`);
	const nodes = steps.map((step, index) => {
		const name = nameOf(index);
		const [type, parameters] = step as [string, INodeParameters];
		return typeof type === 'string'
			? serviceNode(name, type, parameters, settings)
			: node(name, 'items', { items: step as never });
	});
	const trigger = serviceNode('Message Received', 'phoneServiceMessagingTrigger', {}, { typeVersion: 2 });
	const names = ['Message Received', ...nodes.map(({ name }) => name)];
	const connections = Object.fromEntries(
		nodes.map(({ name }, index) => [names[index] as string, main(name)]),
	);
	const pinData = { 'Message Received': [{ json: message }] };
	return await runWorkflow({ nodes: [trigger, ...nodes], connections }, credential(), {
		pinData,
		mode: 'manual',
	});
}
