import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INodeCredentialTestResult } from 'n8n-workflow';

import { testPhoneServiceApi } from '../../nodes/shared/node/credential-test';
import { additionalData, runWorkflow, workflowAround, type Finished } from '../support/engine';
import { severalNumbers } from '../support/locators';
import { changesOf, TriggerHost } from '../support/trigger-host';
import type { HostileServer } from './hostile-server';
import { answersWith, asTheService, forwarding, watchedNumber } from './service-answers';

/** What an error may say of itself: something, not too much, on one line, from left to right, and no markup. */
const shownDescription = /^[^<>`\n\u202e]{1,2000}$/;

const unpaced = {
	options: { messagesPerSecond: 0, lookupsPerMinute: 0 },
};

/** What something came to, and how long it took in milliseconds. */
export interface Timed<Result> {
	result: Result;
	ms: number;
}

async function timed<Result>(work: Promise<Result>): Promise<Timed<Result>> {
	const started = performance.now();
	return { result: await work, ms: performance.now() - started };
}

function stored(finished: Finished): string {
	return JSON.stringify(finished.run.data.resultData.runData.Node ?? '') + JSON.stringify(finished.context());
}

/** What a message, a lookup, a poll and the Test button made of a server. */
export interface Seen {
	send: Timed<string>;
	lookup: Timed<string>;
	poll: Timed<string>;
	test: Timed<INodeCredentialTestResult>;
	/** What the trigger emitted when the service was itself again and a change had taken effect. */
	changesAfter: unknown[];
	/** Everything that n8n would keep or show of all that. */
	kept: string;
}

async function finishedRun(
	account: ICredentialDataDecryptedObject,
	type: string,
	parameters: IDataObject,
	timeout: number,
): Promise<Finished> {
	const all = { ...parameters, ...unpaced, requestOptions: { timeout } };
	return await runWorkflow(
		workflowAround(type, all as never, [{}], { onError: 'continueRegularOutput' }),
		account,
	);
}

function resultOf(finished: Finished): string {
	const [item] = finished.json();
	if (!item?.error && item?.status !== 'failed' && item?.status !== 'unknown') return item ? 'ok' : 'nothing';
	expect(item.details).toMatchObject({ description: expect.stringMatching(shownDescription) });
	return String((item.details as IDataObject).outcome ?? 'error');
}

/**
 * Makes everyone who asks the service ask this server: first the trigger, while the server is as the service, then
 * all of them while it is as it is, and the trigger once more when it is as the service again. A message and a lookup
 * may take `timeout` milliseconds, by Request Options → Timeout.
 */
export async function seenOf(server: HostileServer, accessToken: string, timeout: number): Promise<Seen> {
	const hostile = server.behaviour;
	const account = { accessToken, baseUrl: server.url };
	const trigger = new TriggerHost(
		{ watchedNumbers: severalNumbers(watchedNumber), event: 'changeApplied' },
		{ account },
	);
	server.behaviour = asTheService;
	await trigger.activate();
	server.behaviour = hostile;
	const message = { operation: 'sendImessage', to: '+12025550199', message: 'Hello' };
	const lookup = { operation: 'lookUpNumber', number: '+12025550199', simplify: false };
	const context = new CredentialTestContext(additionalData({ nodes: [], connections: {} }, account));
	const credential = { id: '1', name: 'Test', type: 'phoneServiceApi', data: account };
	const [sent, looked, polled, tested] = await Promise.all([
		timed(finishedRun(account, 'phoneServiceMessaging', message, timeout)),
		timed(finishedRun(account, 'phoneServiceIntelligence', lookup, timeout)),
		timed(trigger.poll()),
		timed(testPhoneServiceApi.call(context, credential)),
	]);
	expect(polled.result.items).toEqual([]);
	const kept = [stored(sent.result), stored(looked.result), JSON.stringify(trigger.memory())];
	const errors = polled.result.errors.map(({ message: text, ...rest }) => text + JSON.stringify(rest));
	server.behaviour = answersWith({}, { call_forwarding: forwarding(false) });
	return {
		send: { ...sent, result: resultOf(sent.result) },
		lookup: { ...looked, result: resultOf(looked.result) },
		poll: { ...polled, result: polled.result.errors.length > 0 ? 'error' : 'ok' },
		test: tested,
		changesAfter: changesOf(await trigger.poll()),
		kept: [...kept, ...errors, JSON.stringify(tested.result)].join('\n'),
	};
}
