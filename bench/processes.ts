import type { IDataObject } from 'n8n-workflow';
import { idealLookupSeconds, idealSendSeconds } from '../e2e/measures/ideal-time';
import { senders } from '../e2e/measures/senders';
import { sharedOutcome, type SharedOutcome } from '../e2e/measures/shared-outcome';
import { freePort } from '../e2e/n8n/free-port';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { lookupContenders, rulesContenders, type Contender } from './contenders';
import { recipient } from './nodes/recipient';
import type { Lab } from './support/lab';
import { QueueLab } from './support/queue-lab';
import type { TimeLimit } from './support/time-limit';

/** What several processes that use the same account at the same time got from the service. */
export interface ProcessesResult extends SharedOutcome {
	what: 'messages' | 'lookups';
	contender: string;
	/** How many processes it were, and of what kind. */
	where: string;
	/** Seconds that nobody can beat: what the service's limit alone takes. */
	idealSeconds: number;
}

/** How many messages the processes send together. */
export const sharedMessageCount = 300;

/** How many lookups each of two workers makes. */
export const lookupsOfEach = 24;

export const oneProcess = 'one process';
const workers = 'two workers of queue mode';

const idealSeconds = {
	messages: idealSendSeconds(sharedMessageCount, senders.length),
	lookups: idealLookupSeconds(2 * lookupsOfEach),
};

function result(
	what: ProcessesResult['what'],
	contender: Contender,
	where: string,
	{ requests, outbox, lookups }: Simulator,
): ProcessesResult {
	const asked = what === 'messages' ? sharedMessageCount : 2 * lookupsOfEach;
	const accepted =
		what === 'messages'
			? outbox.map(({ to, at }) => ({ what: to, at }))
			: lookups.map(({ record, at }) => ({ what: record.number, at }));
	const outcome = sharedOutcome(asked, requests, accepted);
	const { lost, refused, seconds } = outcome;
	console.log(
		`  ${what}, ${contender.name}, ${where}: ${lost} lost, ${refused} refused, last after ${seconds.toFixed(1)} s`,
	);
	return { ...outcome, what, contender: contender.name, where, idealSeconds: idealSeconds[what] };
}

async function withSimulator<Result>(
	port: number,
	work: (simulator: Simulator) => Promise<Result>,
): Promise<Result> {
	const simulator = await startSimulator({ port });
	try {
		return await work(simulator);
	} finally {
		await simulator.stop();
	}
}

async function bare(lab: Lab, contender: Contender, processes: number, where: string) {
	return await withSimulator(lab.port, async (simulator) => {
		await lab.runTogether(contender, processes, sharedMessageCount / processes);
		return result('messages', contender, where, simulator);
	});
}

function recipients(first: number, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => recipient(first + index));
}

function numbers(first: number, count: number): IDataObject[] {
	return recipients(first, count).map(({ to }) => ({ number: to }));
}

async function queued(queue: QueueLab, port: number, what: ProcessesResult['what'], contender: Contender) {
	const half = what === 'messages' ? sharedMessageCount / 2 : lookupsOfEach;
	const items = what === 'messages' ? recipients : numbers;
	return await withSimulator(port, async (simulator) => {
		await queue.run(contender, simulator.url, [items(0, half), items(half, half)]);
		return result(what, contender, workers, simulator);
	});
}

/**
 * Several processes send over the same five numbers, and two workers look numbers up with the same account. The
 * lookups take seven minutes and no processor to speak of, so the bare processes send meanwhile.
 */
export async function measureProcesses(lab: Lab, limit: TimeLimit): Promise<ProcessesResult[]> {
	const { spreadEvenly, httpRequest } = rulesContenders;
	const { intelligence, httpRequest: httpLookups } = lookupContenders;
	const queue = await QueueLab.started(lab.tarball);
	const lookupPort = await freePort();
	const lookups = queued(queue, lookupPort, 'lookups', intelligence);
	lookups.catch(() => {});
	const results: ProcessesResult[] = [];
	const bareRuns: Array<[Contender, number, string]> = [
		[spreadEvenly, 1, oneProcess],
		[spreadEvenly, 2, 'two processes'],
		[spreadEvenly, 3, 'three processes'],
		[httpRequest, 2, 'two processes'],
		[httpRequest, 3, 'three processes'],
	];
	for (const run of bareRuns) {
		limit.check();
		results.push(await bare(lab, ...run));
	}
	results.push(await lookups);
	results.push(await queued(queue, lab.port, 'messages', spreadEvenly));
	results.push(await queued(queue, lab.port, 'messages', httpRequest));
	results.push(await queued(queue, lookupPort, 'lookups', httpLookups));
	await queue.stop();
	return results;
}
