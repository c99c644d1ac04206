import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { testPhoneServiceApi } from '../../nodes/shared/panel/credential-test';
import { additionalData, runWorkflow, workflowAround, type Finished } from '../support/engine';
import { severalNumbers } from '../support/locators';
import { changesOf, TriggerHost } from '../support/trigger-host';
import { formsOfToken, hostileAnswers, neverKept, token, type HostileAnswer } from './answers';
import { HostileServer } from './hostile-server';
import { answersWith, asTheService, forwarding, watchedNumber } from './service-answers';

/** The limit of a message and a lookup, by Request Options → Timeout: short where only a limit ends the answer. */
const timeoutMs = ({ hangs }: HostileAnswer) => (hangs ? 1000 : 5000);

/** The time that the Test button has, and that people see, is 15 seconds: here it is no longer than that of a message. */
const { timeout } = AbortSignal;
beforeAll(() => {
	AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, 5_000));
});
afterAll(() => {
	AbortSignal.timeout = timeout;
});

/** When a test is given up: long after each limit here, and before a request ends that has no limit but that of the node. */
const givenUpMs = 50_000;

/** Megabytes that the process may grow by meanwhile. */
const maxGrownMb = 150;

/** Characters that n8n keeps of a message, a lookup and two polls, whatever the service says. */
const maxKept = 100_000;

/** What an error may say of itself: something, not too much, on one line, from left to right, and no markup. */
const shownDescription = /^[^<>`\n\u202e]{1,2000}$/;

function stored(finished: Finished): string {
	return JSON.stringify(finished.run.data.resultData.runData.Node ?? '') + JSON.stringify(finished.context());
}

function resultOf(finished: Finished): string {
	const [item] = finished.json();
	if (!item?.error && item?.status !== 'failed' && item?.status !== 'unknown') return item ? 'ok' : 'nothing';
	expect(item.details).toMatchObject({ description: expect.stringMatching(shownDescription) });
	return String((item.details as IDataObject).outcome ?? 'error');
}

/** Makes all who ask the service ask this server, and says what each made of it. */
async function askedBy(server: HostileServer, trigger: TriggerHost, timeout: number) {
	const account = { accessToken: token, baseUrl: server.url };
	const run = async (type: string, parameters: INodeParameters) => {
		const options = { messagesPerSecond: 0, lookupsPerMinute: 0 };
		const all = { ...parameters, options, requestOptions: { timeout } };
		const workflow = workflowAround(type, all, [{}], { onError: 'continueRegularOutput' });
		return await runWorkflow(workflow, account);
	};
	const context = new CredentialTestContext(additionalData({ nodes: [], connections: {} }, account));
	const credential = { id: '1', name: 'Test', type: 'phoneServiceApi', data: account };
	const to = '+12025550199';
	const [sent, looked, polled, tested] = await Promise.all([
		run('phoneServiceMessaging', { operation: 'sendImessage', to, message: 'Hello' }),
		run('phoneServiceIntelligence', { operation: 'lookUpNumber', number: to, simplify: false }),
		trigger.poll(),
		testPhoneServiceApi.call(context, credential),
	]);
	expect(polled.items).toEqual([]);
	const errors = polled.errors.map(({ message, ...rest }) => message + JSON.stringify(rest));
	return {
		send: resultOf(sent),
		lookup: resultOf(looked),
		poll: polled.errors.length > 0 ? 'error' : 'ok',
		tested,
		kept: [
			stored(sent),
			stored(looked),
			JSON.stringify(trigger.memory()),
			...errors,
			JSON.stringify(tested),
		].join('\n'),
	};
}

/** The trigger is active while the server is as the service, all ask while it is hostile, and the trigger once more after that. */
async function strike(row: HostileAnswer): Promise<void> {
	const server = await HostileServer.start(asTheService);
	const megabytes = () => process.memoryUsage().rss / 1e6;
	const before = megabytes();
	let most = before;
	const watch = setInterval(() => (most = Math.max(most, megabytes())), 20);
	try {
		const account = { accessToken: token, baseUrl: server.url };
		const watching = { numbers: severalNumbers(watchedNumber), event: 'changeApplied' };
		const trigger = new TriggerHost(watching, { account });
		await trigger.activate();
		server.behaviour = row.server;
		const { kept, tested, ...results } = await askedBy(server, trigger, timeoutMs(row));
		expect(results).toEqual({ send: row.send, lookup: row.lookup, poll: row.poll });
		if (row.test === 'ok') expect(tested.status).toBe('OK');
		else expect(tested.message).toMatch(row.test);
		for (const text of [...formsOfToken, ...neverKept]) expect(kept).not.toContain(text);
		expect(kept).not.toMatch(/<\/?[a-z]/i);
		expect(kept.length).toBeLessThan(maxKept);
		expect(server.asked.filter(({ path }) => path.startsWith('/send/'))).toHaveLength(1);
		server.behaviour = answersWith({}, { call_forwarding: forwarding(false) });
		expect(changesOf(await trigger.poll())).toEqual([[watchedNumber, 'disabled']]);
		expect(most - before).toBeLessThan(maxGrownMb);
	} finally {
		clearInterval(watch);
		await server.stop();
	}
}

const named = hostileAnswers.map((row) => [row.name, row] as const);
const strikes = async (_: string, row: HostileAnswer) => await strike(row);

test.concurrent.each(named.filter(([, { hangs }]) => hangs))(
	'an answer that only a time limit ends: %s',
	strikes,
	givenUpMs,
);

test.each(named.filter(([, { hangs }]) => !hangs))('any other hostile answer: %s', strikes, givenUpMs);
