/** The options of the panels: what is added counts, what is not added does nothing, and what no panel has is refused. */
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { panelOf } from '../../nodes/MessagingTrigger/message-trigger.fields';
import { offeredOperations } from '../../scripts/package-nodes';
import { textOf } from '../../scripts/project-root';
import { startRun } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { node } from '../support/engine';
import { callOf, operationIds, operations, type OfferedId } from '../support/operations';
import { allNodes, describedAs } from '../support/panels';
import { leased, runNode, sentRows, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, lookupRate: false });
useShortWaits();

const optionsOf = (name: string) =>
	describedAs(name)
		.properties.filter((field) => field.type === 'collection' && field.name === 'options')
		.flatMap((field) => field.options as INodeProperties[]);

const switches = allNodes.flatMap(({ name }) =>
	optionsOf(name).flatMap((option) => (option.type === 'boolean' ? [[name, option.name] as const] : [])),
);

/** Options as n8n's editor adds them: each by its name, with what the panel has for it. */
function added(type: string, ...names: string[]): INodeParameters {
	const presets = optionsOf(type).map(({ name, default: preset }) => [name, preset]);
	return Object.fromEntries(presets.filter(([name]) => names.includes(name as string))) as INodeParameters;
}

const addedToSend = (...names: string[]) => added('phoneServiceMessaging', ...names);

const ada = [{ to: '+12025550160' }];
const list = ['+12025550160', '+12025550161', '+12025550162', '+12025550163'].map((to) => ({ to }));

describe('an option that is added', () => {
	test.each(switches)('is on: %s, %s', (type, name) => {
		expect(added(type, name)).toEqual({ [name]: true });
	});

	test('there are switches in messages, questions, conversations and the trigger', () => {
		expect(new Set(switches.map(([, name]) => name))).toEqual(
			new Set(
				'dryRun respectOptOuts sendAgain sendAgainIfUnknown fastTrack answerInChat tracking answerOpenQuestions startWhileOpen downloadAttachments includeWholeEvent'.split(
					' ',
				),
			),
		);
	});

	test('Dry Run, as docs/sending-to-a-list.md says it: nothing is sent', async () => {
		expect(textOf('docs/sending-to-a-list.md')).toContain('Add the option **Dry Run** and execute.');
		const rows = await sentRows(list, { options: addedToSend('dryRun') });
		expect(rows.map(({ status }) => status)).toEqual(Array(4).fill('checked'));
		expect(simulator().requests).toEqual([]);
		await sentRows(list, { options: {} });
		expect(simulator().outbox).toHaveLength(4);
	});

	test('Respect Opt-Outs: who has opted out gets nothing', async () => {
		simulator().write({ from: '+12025550160', to: leased.imessage, text: 'STOP' });
		expect(await sentRows(ada, { options: addedToSend('respectOptOuts') })).toMatchObject([
			{ status: 'skipped' },
		]);
		expect(await sentRows(ada, { options: {} })).toMatchObject([{ status: 'accepted' }]);
	});

	test('Fast Track: the request says so', async () => {
		await sentRows(ada, { options: addedToSend('fastTrack') });
		await sentRows(ada, { options: {} });
		expect(simulator().requests.map(({ body }) => (body as IDataObject).fast_track)).toEqual([
			true,
			undefined,
		]);
	});

	test('Send Again: a manual list is sent to everybody', async () => {
		const byHand = async (options: INodeParameters) => await startRun(list, { mode: 'manual', options });
		for (const options of [{}, {}, addedToSend('sendAgain')]) await byHand(options);
		expect(simulator().outbox).toHaveLength(2 * list.length);
	});

	test('Send Again If Unknown: what may have been sent is sent once more', async () => {
		const campaign = { campaign: 'spring' };
		simulator().fault({ kind: 'resetAfter', match: { recipient: '+12025550160' } });
		for (const options of [{}, {}, addedToSend('sendAgainIfUnknown')]) {
			await startRun(ada, { options: { ...campaign, ...options } });
		}
		expect(simulator().outbox).toHaveLength(2);
	});

	test('Only at These Hours: comes with hours that lack the time zone; without any it is an error', async () => {
		const hours = addedToSend('onlyAtTheseHours');
		expect(hours).toMatchObject({ onlyAtTheseHours: { hours: { from: '09:00', to: '20:00' } } });
		for (const [options, reason] of [
			[hours, 'Time Zone is empty'],
			[{ onlyAtTheseHours: {} }, 'The option Only at These Hours is empty'],
		] as const) {
			expect(await sentRows(ada, { options })).toMatchObject([{ status: 'failed', reason }]);
		}
		expect(simulator().requests).toEqual([]);
	});

	test('Include Tracking: the request asks for it', async () => {
		const call = { operation: 'getMessage', id: 'imsg_delivered' };
		for (const options of [{}, added('phoneServiceConversations', 'tracking')]) {
			await runNode('phoneServiceConversations', { ...call, options });
		}
		expect(simulator().requests.map(({ query }) => query)).toEqual([{}, { tracking: 'true' }]);
	});

	test('of the Messaging Trigger: on when added, off without', () => {
		const names = ['answerOpenQuestions', 'startWhileOpen', 'downloadAttachments', 'includeWholeEvent'];
		const flagsOf = (options: INodeParameters) => {
			const trigger = { getNode: () => node('Trigger', 'phoneServiceMessagingTrigger', { options }) };
			const panel = panelOf(trigger, (name) => ({ options })[name]);
			const { answersQuestions, startsWhileOpen, downloads, includesWhole } = panel;
			return [answersQuestions, startsWhileOpen, downloads, includesWhole];
		};
		expect(flagsOf(added('phoneServiceMessagingTrigger', ...names))).toEqual(Array(4).fill(true));
		expect(flagsOf({})).toEqual(Array(4).fill(false));
	});
});

/** Options by the names that the operation has, or that another one of its node has left. */
const known: Array<[operation: OfferedId, options: INodeParameters]> = [
	['sendImessage', {}],
	['sendImessage', { dryRun: false, campaign: 'x', sendAgain: false, messagesPerSecond: 1 }],
	['sendImessage', { idempotencyKey: 'order 7', sendAgainIfUnknown: true, respectOptOuts: false }],
	['sendImessage', { fastTrack: true, optOutWords: 'x' }],
	['sendImessage', { pause: 2, campaign: 'x', maxPerNumber: 5 }],
	[
		'sendImessage',
		{ onlyAtTheseHours: { hours: { from: '0', to: '0', timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7] } } },
	],
	['sendImessage', { onlyAtTheseHours: { hours: { from: '0', to: '0', timeZone: 'UTC' } } }],
	['sendImessage', '={{ { campaign: "x" } }}' as never],
	['sendWhatsapp', { fastTrack: true }],
	['sendText', { answerInChat: true, wordsForNo: 'nein', limitWaitTime: { values: { resumeAmount: 1 } } }],
	['reply', { fastTrack: true, askedBy: "={{ $('Gone').item.json.name }}" }],
	['checkImessageAvailability', { dryRun: true, campaign: 'x' }],
	['react', { tracking: true }],
	['getMessage', { sendAgain: true, messagesPerSecond: 2 }],
	['lookUpNumber', { lookupsPerMinute: 3 }],
	['disableCallForwarding', { forwardTo: '+12025550199' }],
	['getCallForwarding', { forwardTo: '+12025550199' }],
	['getEntitlement', { messagesPerSecond: 0, lookupsPerMinute: 0 }],
];

const dryRun = { dryRun: true };
const hours = (values: object) => ({ onlyAtTheseHours: values }) as INodeParameters;
const ofHours = 'field of Only at These Hours';

/** Options of which the name is none, what the error asks for instead, and which name that is of what, if not the first option. */
const unknown: Array<[OfferedId, INodeParameters, meant?: string, name?: string, of?: string]> = [
	...['dryrun', 'dry_run', 'DryRun', 'Dry Run', 'dry-run', 'dryRunn', 'dyrRun'].map(
		(name): (typeof unknown)[number] => ['sendImessage', { [name]: true }, 'dryRun'],
	),
	['sendImessage', { campain: 'x' }, 'campaign'],
	['sendImessage', { Campaign: 'x' }, 'campaign'],
	['sendImessage', { respectOptouts: true }, 'respectOptOuts'],
	['sendImessage', { maxPerNumbers: 5, campaign: 'x' }, 'maxPerNumber'],
	['sendImessage', { idempotency_key: 'x' }, 'idempotencyKey'],
	['sendImessage', { pauseSeconds: 30 }, 'pause'],
	['sendImessage', { timeout: 30 }],
	['sendImessage', '={{ { dryrun: true } }}' as never, 'dryRun', 'dryrun'],
	['sendImessage', hours({ hour: {} }), 'hours', 'hour', ofHours],
	['sendImessage', hours({ hours: { timezone: 'UTC' } }), 'timeZone', 'timezone', 'field of Hours'],
	['sendWhatsapp', { fastrack: true }],
	['sendText', { dryrun: true }, 'dryRun'],
	['reply', { dryrun: true }, 'dryRun'],
	['react', dryRun],
	['markAsRead', { campaign: 'x' }],
	['lookUpNumber', { lookupPerMinute: 3 }, 'lookupsPerMinute'],
	['disableCallForwarding', { forwardto: '+12025550199' }, 'forwardTo'],
	['enableCallForwarding', dryRun],
	['applyForEntitlement', dryRun],
];

const nameOf = (id: OfferedId) => offeredOperations().find((operation) => operation.id === id)?.name;

describe('the names of options', () => {
	const settings = { onError: 'continueRegularOutput' as const };
	const run = async (id: OfferedId, options: INodeParameters) => {
		const finished = await runNode(operations[id].node, { ...callOf(id), options }, { settings });
		return finished.json()[0];
	};

	test.each(known)('%s with %j is done', async (id, options) => {
		expect(await run(id, options)).not.toHaveProperty('error');
		expect(simulator().requests).toHaveLength(1);
	});

	test.each(unknown)('%s with %j is refused, and nothing leaves', async (id, options, ...told) => {
		const [meant, name = Object.keys(options)[0], of = `option of ${nameOf(id)}`] = told;
		const { details, error, reason = error } = (await run(id, options)) ?? {};
		expect(reason).toBe(`${name} is no ${of}`);
		const { description } = details as IDataObject;
		expect(/^Did you mean (\w+)\?/.exec(String(description))?.[1]).toBe(meant);
		expect(simulator().requests).toEqual([]);
	});

	test('every option of every operation is known by its name', async () => {
		for (const id of operationIds) {
			const own = describedAs(operations[id].node).properties.find(({ name }) => name === 'options');
			const names = ((own?.options ?? []) as INodeProperties[]).map(({ name }) => name);
			const all = added(operations[id].node, ...names);
			const { error = '', reason = error } = (await run(id, all)) ?? {};
			expect(String(reason)).not.toMatch(/ is no /);
		}
	});
});
