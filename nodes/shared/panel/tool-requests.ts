import {
	NodeConnectionTypes,
	NodeOperationError,
	SEND_AND_WAIT_OPERATION,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IN8nRequestOperations,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { deliverItems } from '../send/run';
import type { NodeRun } from '../items/node-run';
import { quote } from '../input/invalid-input';
import { filesOfAgent } from '../items/files';
import { startingMessage } from '../operation/starting-message';
import { ItemParameters, RunParameters } from '../parameters/parameters';
import type { NodeOperation } from '../operation/operation';

type Call = IExecutePaginationFunctions;

/** Where n8n stores what the execution remembers of the node; nowhere, when a tool is called outside of one. */
function executionMemory(call: Call): IDataObject {
	try {
		return call.getContext('node');
	} catch {
		return {};
	}
}

/** The numbers of calls by their arguments, which the tries of Retry On Fail have in common. */
const numbers = new WeakMap<object, number>();

function callNumber(call: Call): number {
	const [toolArguments] = [call.getInputData(0, NodeConnectionTypes.AiTool)].flat();
	const key = toolArguments?.json ?? call.getExecuteData();
	const number = numbers.get(key) ?? call.getWorkflowDataProxy(call.getItemIndex()).$runIndex;
	numbers.set(key, number);
	return number;
}

/** The run of one call of a tool. n8n gives it no helpers of its database, so it is known by the number of the call alone. */
function callRun(call: Call, { name, fields }: NodeOperation): NodeRun {
	const node = call.getNode();
	const number = callNumber(call);
	const parameters = new RunParameters(node.parameters, fields, name);
	return {
		node,
		items: [call.getInputData() as INodeExecutionData],
		runIndex: number,
		mode: call.getMode(),
		source: 'trigger',
		identity: String(number),
		establishedAt: 0,
		timeZone: call.getTimezone(),
		isTool: true,
		memory: executionMemory(call),
		place: '',
		isOnlyProcess: true,
		continuesOnFail: call.continueOnFail(),
		signal: call.getExecutionCancelSignal(),
		caller: call,
		parameters: () =>
			new ItemParameters(
				parameters,
				(name) => call.getNodeParameter(name, null),
				(expression) => call.evaluateExpression(expression, call.getItemIndex()),
			),
		files: () => filesOfAgent(call, call.getItemIndex()),
		startingMessage: () => startingMessage(call, call.getItemIndex()),
		hint: () => {},
	};
}

/** What n8n's editor adds to the operations of every node whose credential it can use. */
const customApiCall = '__CUSTOM_API_CALL__';

/** The error of a node that an agent calls as a tool to ask a person: n8n hands no answer back to a tool. */
export function noToolError(node: INode): NodeOperationError {
	return new NodeOperationError(node, 'Send and Wait for Response cannot be a tool of an agent', {
		description:
			'Connect the node between the agent and its tools, as their human review, or choose another operation. Nothing was sent.',
	});
}

function noOperation(node: INode, id: unknown): NodeOperationError {
	if (id === SEND_AND_WAIT_OPERATION) return noToolError(node);
	if (id !== customApiCall) {
		const description = 'Choose one in the node.';
		return new NodeOperationError(node, `The operation ${quote(id)} does not exist`, { description });
	}
	return new NodeOperationError(node, 'This node cannot make a Custom API Call: use an HTTP Request node', {
		description:
			'Add an HTTP Request node, choose Predefined Credential Type and Phone Service API in it, and give the whole address. Or choose another operation here.',
	});
}

/**
 * The way by which n8n's routing engine runs a node, one item at a time: where it knows no custom operation of that
 * name, and where an MCP Server Trigger, or an agent before version 3, calls the node as a tool. The hook wraps each
 * request of the engine, and here makes it.
 */
export function toolRequests(operations: NodeOperation[]): IN8nRequestOperations {
	return {
		async pagination(this: Call): Promise<INodeExecutionData[]> {
			const id = this.getNodeParameter('operation');
			const operation = operations.find((candidate) => candidate.id === id);
			if (operation) return await deliverItems(callRun(this, operation), operation);
			throw noOperation(this.getNode(), id);
		},
	};
}
