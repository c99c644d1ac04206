import { hostileAnswers, token, type HostileAnswer } from '../test/hostile/answers';
import { HostileServer } from '../test/hostile/hostile-server';
import { answersWith, asTheService, forwarding, watchedNumber } from '../test/hostile/service-answers';
import { jsonOf } from './n8n/n8n-executions';
import { triggered } from './support/forwarding-trigger';
import { sharedN8n } from './support/shared-run';
import { serviceCredential } from './support/simulated-service';
import { until } from './n8n/until';

const n8n = sharedN8n();
const servers: HostileServer[] = [];

afterAll(async () => {
	await Promise.all(servers.map(async (server) => await server.stop()));
});

const names = ['silence', 'a body that trickles', '101 Switching Protocols', 'a record of one field'];
const rows = names.map((name) => hostileAnswers.find((row) => row.name === name) as HostileAnswer);

/** What the trigger tells of a change once the service answers well again. */
async function toldAfter({ server: behaviour }: HostileAnswer): Promise<unknown[]> {
	const server = await HostileServer.start(asTheService);
	servers.push(server);
	const workflowId = await triggered(n8n, await serviceCredential(n8n, server.url, token));
	await n8n.workflows.activate(workflowId);
	server.behaviour = behaviour;
	const before = server.asked.length;
	await until(() => server.asked.length >= before + 3, 75_000);
	server.behaviour = answersWith({}, { call_forwarding: forwarding(false) });
	const execution = await until(async () => {
		const all = await n8n.executions.list(workflowId);
		return all.find(({ status }) => status === 'success');
	}, 60_000);
	await n8n.workflows.deactivate(workflowId);
	return jsonOf(await n8n.executions.get(execution.id), 'After');
}

/** All at once, because most of them end by a time limit only. */
test('the trigger lives on after a hostile answer', async () => {
	const told = await Promise.all(rows.map(async (row) => [row.name, ...(await toldAfter(row))]));
	expect(told).toMatchObject(names.map((name) => [name, { number: watchedNumber, change: 'disabled' }]));
}, 150_000);
