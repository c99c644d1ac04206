/**
 * The delivery that all nodes share, and how it hooks into n8n's declarative engine.
 *
 * The engine calls `requestOperations.pagination` once per input item, for all items at once, where a parameter
 * says `routing.send.paginate`. That is the one place where a declarative node may decide when, how often and
 * whether a request is made. A reader walks from the node to its operations (what one item asks of the service)
 * and from there to this file:
 *
 *   node-run.ts      what the items of one run share
 *   delivery-options.ts  the options in the panel
 *   sender-pool.ts   which of several numbers sends
 *   ledger.ts        which sends the execution has made already
 *   rate-of.ts       which rate a request keeps
 *   lane.ts, rate.ts, slots.ts, pause.ts  when a request may start
 *   request.ts, retry.ts  the request, and when it may be made again
 *   item-error.ts    the error of one item
 */
import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IN8nRequestOperations,
} from 'n8n-workflow';

import type { Answer, ResponseEnvelope } from '../service/answer';
import { serviceOperations } from '../contract/contract';
import { explain } from '../failure/explain';
import { ItemParameters } from '../operation/item-parameters';
import type { NodeOperation, ServiceRequest } from '../operation/operation';
import type { ServiceAccount } from '../service/service-account';
import { InvalidInput, quoted } from '../input/invalid-input';
import { deliveryOptions, type DeliveryOptions } from './delivery-options';
import { failedItem, failureError } from '../failure/item-error';
import { fingerprint, type AskedSend } from './ledger/ledger';
import { NodeRun } from './node-run';
import { rateOf } from './pace/rate-of';
import { httpRequest } from './request/attempt';
import { requestInTurn, stoppedBefore } from './request/request-in-turn';
import { longestRetryWaitMs } from './request/retry';
import { senderFor } from './sender-pool';

type Item = IExecutePaginationFunctions;

/** One item on its way: everything that the steps below need to know of it. */
interface Delivery {
	item: Item;
	run: NodeRun;
	operation: NodeOperation;
	request: ServiceRequest;
	account: ServiceAccount;
	options: DeliveryOptions;
}

function withSender(request: ServiceRequest): ServiceRequest {
	const { senders, body } = request;
	if (!senders?.length || !body) return request;
	const from = senderFor(senders, String((body as IDataObject).to));
	return { ...request, body: { ...body, from } };
}

async function ask(delivery: Delivery, settings: Partial<IHttpRequestOptions>): Promise<Answer> {
	const { item, run, operation, request, account, options } = delivery;
	const http = { ...settings, ...httpRequest(operation, request, account) };
	const lane = run.lane(rateOf(operation, request, account, options), options);
	const patience = { tries: options.tries, waitMs: longestRetryWaitMs };
	return await requestInTurn(item, operation, http, lane, patience);
}

/** A send, unless the execution has made it already. */
async function sendOnce(
	delivery: Delivery,
	asked: ServiceRequest,
	make: () => Promise<Answer>,
): Promise<Answer> {
	const { item, run, operation, account, options } = delivery;
	const index = item.getItemIndex();
	const send: AskedSend = {
		request: fingerprint([operation.id, account.baseUrl, asked.body]),
		senders: asked.senders ?? [],
	};
	const remembered = run.ledger.recall(index, send);
	if (remembered.state === 'accepted') return { ok: true, envelope: remembered.envelope };
	if (remembered.state === 'unknown' && !options.sendUnknownAgain) {
		return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: remembered.reason };
	}
	run.ledger.noteLeaving(index, send);
	const answer = await make();
	if (answer.ok) run.ledger.noteAccepted(index, answer.envelope);
	else if (answer.outcome === 'unknown') run.ledger.noteUnknown(index, explain(answer, operation).message);
	else run.ledger.noteNotTaken(index);
	return answer;
}

function outputJson(
	{ operation, options }: Delivery,
	parameters: ItemParameters,
	envelope: ResponseEnvelope,
): IDataObject {
	const data = operation.output?.(envelope.data, parameters) ?? { ...envelope.data };
	return options.wholeResponse ? { ...envelope, data } : data;
}

async function deliverItem(
	item: Item,
	run: NodeRun,
	operation: NodeOperation,
	settings: Partial<IHttpRequestOptions>,
): Promise<IDataObject> {
	if (item.getExecutionCancelSignal()?.aborted) {
		throw failureError(stoppedBefore, operation, run.node, item.getItemIndex());
	}
	const parameters = new ItemParameters(run.parametersOf(operation), (name) =>
		item.getNodeParameter(name, null),
	);
	const options = deliveryOptions(parameters);
	const asked = operation.request(parameters);
	const account = await run.account(item);
	const delivery: Delivery = { item, run, operation, request: withSender(asked), account, options };
	if (options.dryRun) {
		const { method, url } = httpRequest(operation, delivery.request, account);
		return { dryRun: true, method, url, body: (delivery.request.body ?? {}) as IDataObject };
	}
	const make = async () => await ask(delivery, settings);
	const { effect } = serviceOperations[operation.id];
	const answer =
		effect === 'send'
			? await sendOnce(delivery, asked, make)
			: effect === 'read'
				? await run.readOnce(fingerprint([asked.path, asked.query]), make)
				: await make();
	if (!answer.ok) throw failureError(answer, operation, run.node, item.getItemIndex());
	return outputJson(delivery, parameters, answer.envelope);
}

/**
 * Delivers the items of a node with these operations: bounded, paced, repeated only where that is safe, and each
 * item answered in its place. An item that fails throws, or with Continue On Fail becomes an error item.
 */
export function deliver(operations: NodeOperation[]): IN8nRequestOperations {
	return {
		async pagination(
			this: Item,
			{ options: settings }: DeclarativeRestApiSettings.ResultOptions,
		): Promise<INodeExecutionData[]> {
			const run = NodeRun.of(this);
			const index = this.getItemIndex();
			try {
				await run.allItemsHandedOver();
				const id = this.getNodeParameter('operation');
				const operation = operations.find((candidate) => candidate.id === id);
				if (!operation)
					throw new InvalidInput(`The operation ${quoted(id)} does not exist`, 'Choose one in the node.');
				const json = await run.inTurn(
					async () => await deliverItem(this, run, operation, settings as IHttpRequestOptions),
				);
				run.noteSuccess();
				return [{ json, pairedItem: { item: index } }];
			} catch (error) {
				return failedItem(this, run, error);
			}
		},
	};
}
