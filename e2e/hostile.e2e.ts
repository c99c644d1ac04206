import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hostileAnswers, token, type HostileAnswer } from '../test/hostile/answers';
import { HostileServer } from '../test/hostile/hostile-server';
import { answersWith, asTheService, forwarding, watchedNumber } from '../test/hostile/service-answers';
import { jsonOf, type Execution } from './n8n/n8n-executions';
import { payload, type Payload } from './n8n/n8n-rest';
import { triggered } from './support/forwarding-trigger';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential } from './support/simulated-service';
import { itemsThrough, underTest } from './support/test-workflow';
import { until } from './n8n/until';

const n8n = sharedN8n();

function row(name: string): HostileAnswer {
	const found = hostileAnswers.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`The table of hostile answers has no row "${name}"`);
	return found;
}

const servers: HostileServer[] = [];

async function serverOf({ server: behaviour }: Pick<HostileAnswer, 'server'>): Promise<HostileServer> {
	const server = await HostileServer.start(behaviour);
	servers.push(server);
	return server;
}

afterAll(async () => {
	await Promise.all(servers.map(async (server) => await server.stop()));
});

/** Runs something for every row at once, because most of them end by a time limit only. */
function forEachRow<Result>(names: string[], run: (answer: HostileAnswer) => Promise<Result>) {
	const running = new Map<string, Promise<Result>>();
	beforeAll(() => {
		for (const name of names) running.set(name, run(row(name)));
	});
	afterAll(async () => {
		await Promise.allSettled(running.values());
	});
	return async (name: string) => await (running.get(name) as Promise<Result>);
}

describe('the trigger lives on after a hostile answer', () => {
	const names = [
		'silence',
		'a body that trickles',
		'101 Switching Protocols',
		'a queued record with a time beyond every date',
		'a record of one field',
		'enabled: "yes"',
	];

	async function emittedAfter({ server: behaviour }: HostileAnswer): Promise<unknown[]> {
		const server = await serverOf({ server: asTheService });
		const workflowId = await triggered(n8n, await serviceCredential(n8n, server.url, token));
		await n8n.workflows.activate(workflowId);
		server.behaviour = behaviour;
		const before = server.asked.length;
		await until(() => server.asked.length >= before + 3, 75_000);
		server.behaviour = answersWith({}, { call_forwarding: forwarding(false) });
		const emitted = async () => {
			const executions = await n8n.executions.list({ workflowId, status: ['success'] });
			const ended = await Promise.all(executions.map(async ({ id }) => await n8n.executions.ended(id)));
			return ended.flatMap((execution) => jsonOf(execution, 'After'));
		};
		await until(async () => (await emitted()).length > 0, 60_000);
		const items = await emitted();
		await n8n.workflows.deactivate(workflowId);
		return items;
	}

	/** Activates during an answer, and again after it: the first publication's end, and the polls of the second. */
	async function activatedTwice({ server: behaviour }: HostileAnswer) {
		const server = await serverOf({ server: behaviour });
		const workflowId = await triggered(n8n, await serviceCredential(n8n, server.url, token));
		const { versionId } = await n8n.workflows.get(workflowId);
		await n8n.rest.post(`/workflows/${workflowId}/activate`, { versionId });
		const publication = async () => {
			const address = `/workflows/${workflowId}/publication-status`;
			return payload(await n8n.rest.get<Payload<{ status: string }>>(address)).status;
		};
		await until(async () => (await publication()) !== 'in_progress', 75_000);
		const duringIt = await publication();
		server.behaviour = asTheService;
		await n8n.workflows.deactivate(workflowId);
		await n8n.workflows.activate(workflowId);
		const before = server.asked.length;
		await until(() => server.asked.length >= before + 2, 75_000);
		await n8n.workflows.deactivate(workflowId);
		return { duringIt, polls: server.asked.length - before };
	}

	const emitted = forEachRow(names, emittedAfter);
	const activated = forEachRow(['a body that trickles'], activatedTwice);

	test.each(names)('%s', async (name) => {
		expect(await emitted(name)).toMatchObject([{ number: watchedNumber, change: 'disabled' }]);
	});

	test('an activation during such an answer ends in time, and a later one works', async () => {
		const { duringIt, polls } = await activated('a body that trickles');
		expect(duringIt).toBe('failed');
		expect(polls).toBeGreaterThanOrEqual(2);
	});
});

describe('the Test button of the credential ends in time', () => {
	const names = [
		'silence',
		'a header that trickles',
		'a body that trickles',
		'101 Switching Protocols',
		'a body without end',
		'200 MB in 200 kB',
	];

	const tested = forEachRow(names, async ({ server }) => {
		const { url } = await serverOf({ server });
		const stored = await serviceCredential(n8n, url, token);
		const started = performance.now();
		const result = await n8n.credentials.test({ ...stored, data: { accessToken: token, baseUrl: url } });
		return { ...result, ms: performance.now() - started };
	});

	test.each(names)('%s', async (name) => {
		const { status, message, ms } = await tested(name);
		expect(status).toBe('Error');
		expect(message).toMatch(row(name).test);
		expect(ms).toBeLessThan(20_000);
	});
});

async function sent(server: HostileServer, parameters: INodeParameters): Promise<Execution> {
	const all = { operation: 'sendImessage', to: '+12025550199', message: 'Hello', ...parameters };
	const workflow = itemsThrough('phoneServiceMessaging', all, [{}], { onError: 'continueRegularOutput' });
	const credential = await serviceCredential(n8n, server.url, token);
	const { id } = await n8n.workflows.import(workflow, [credential]);
	return await n8n.execute(id);
}

test.each<[string, INodeParameters, RegExp]>([
	[
		'Dry Run',
		{ options: { dryRun: '={{ $json.nope }}' } },
		/^The option Dry Run is an expression that has no value/,
	],
	['From', { from: '={{ $json.no.such.thing() }}' }, /^From is an expression that has no value/],
	['Attachments', { attachments: ['={{ $json.nope }}'] }, /^Attachments \(entry 1\) is an expression that/],
])('%s by an expression that has no value: nothing is sent', async (_, parameters, error) => {
	const server = await serverOf({ server: asTheService });
	const [item] = jsonOf(await sent(server, parameters), underTest) as [IDataObject];
	expect(item.reason).toMatch(error);
	expect(item.details).toMatchObject({ outcome: 'notSent' });
	expect(server.asked).toEqual([]);
});
