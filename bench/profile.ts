import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { overheadContenders, type Contender } from './contenders';
import { askerName, askerOf, ownerOf, theBenchmark, thisPackage, type Frame } from './owners';
import { CountingServer } from './support/counting-server';
import type { Lab } from './support/lab';
import type { TimeLimit } from './support/time-limit';

/** Where the processor time of one contender went. */
export interface ProfileResult {
	contender: string;
	/** Milliseconds an item, by what it was spent on. */
	byPurpose: Record<string, number>;
	/** Of it, this package's own functions, by file and name. */
	ownFunctions: Record<string, number>;
	/** How often an item's expressions were evaluated: who had it done, which expression, times an item. */
	evaluations: Evaluations[];
}

export interface Evaluations {
	expression: string;
	asker: string;
	perItem: number;
}

const profiledItems = 1_000;
const countedItems = 20;
const ownPurpose = "This package's own functions";

/** An evaluation: everything that it calls, with the making of `$json` and the like, is the cost of an expression. */
function isEvaluation({ name, file }: Frame): boolean {
	return name === 'resolveSimpleParameterValue' && file.includes('/n8n-workflow/');
}

function frameOf({ callFrame }: Profiler.ProfileNode): Frame {
	return { name: callFrame.functionName, file: callFrame.url };
}

/** Node's own functions count as part of whoever called them. */
function working(stack: Frame[]): Frame {
	return stack.find(({ file }) => file !== '' && !file.startsWith('node:')) ?? (stack[0] as Frame);
}

function purpose(stack: Frame[]): string {
	const evaluation = stack.findIndex(isEvaluation);
	if (evaluation !== -1) return `Expressions evaluated for ${askerName(stack.slice(evaluation))}`;
	if (stack[0]?.name === '(garbage collector)') return 'Garbage collection';
	const { owner } = ownerOf(working(stack));
	if (owner === theBenchmark) return 'The profiler itself';
	const asker = askerOf(stack);
	if (owner !== thisPackage && asker && ownerOf(asker).owner === thisPackage) {
		return "n8n's functions that this package calls (parameters, context)";
	}
	if (owner === thisPackage) return ownPurpose;
	return owner;
}

function summary(
	profile: Profiler.Profile,
	items: number,
): Pick<ProfileResult, 'byPurpose' | 'ownFunctions'> {
	const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
	const parents = new Map(
		profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id] as const)),
	);
	const stackOf = (id: number | undefined): Frame[] => {
		const stack: Frame[] = [];
		for (let at = id; at !== undefined; at = parents.get(at)) {
			stack.push(frameOf(nodes.get(at) as Profiler.ProfileNode));
		}
		return stack;
	};
	const byPurpose: Record<string, number> = {};
	const ownFunctions: Record<string, number> = {};
	const add = (sums: Record<string, number>, key: string, ms: number) => {
		sums[key] = (sums[key] ?? 0) + ms / items;
	};
	const times = new Map<number, number>();
	profile.samples?.forEach((id, index) => {
		times.set(id, (times.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1_000);
	});
	for (const [id, ms] of times) {
		const stack = stackOf(id);
		if (stack[0]?.name === '(idle)') continue;
		const named = purpose(stack);
		add(byPurpose, named, ms);
		const { owner, file } = ownerOf(working(stack));
		if (owner === thisPackage && named === ownPurpose)
			add(ownFunctions, `${file} ${working(stack).name}`, ms);
	}
	return { byPurpose, ownFunctions };
}

function evaluations(counted: Array<[string, number]>): Evaluations[] {
	const sums = new Map<string, Evaluations>();
	for (const [key, times] of counted) {
		const [expression, stack] = JSON.parse(key) as [string, Frame[]];
		const asker = askerName(stack);
		const sum = sums.get(`${expression}\n${asker}`) ?? { expression, asker, perItem: 0 };
		sum.perItem += times / countedItems;
		sums.set(`${expression}\n${asker}`, sum);
	}
	return [...sums.values()];
}

function content<Content>(file: string): Content {
	return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

async function profiled(lab: Lab, contender: Contender): Promise<ProfileResult> {
	const profile = lab.file('profile.json');
	const counted = lab.file('evaluations.json');
	const server = await CountingServer.started(lab.port);
	try {
		await lab.run(contender, { items: profiledItems, profile });
		await lab.run(contender, { items: countedItems, evaluations: counted });
	} finally {
		await server.stop();
	}
	return {
		contender: contender.name,
		...summary(content(profile), profiledItems),
		evaluations: evaluations(content(counted)),
	};
}

/** Profiles the contenders that evaluate expressions, and counts the evaluations. */
export async function profileContenders(lab: Lab, limit: TimeLimit): Promise<ProfileResult[]> {
	const { messaging, unrecorded, httpRequest } = overheadContenders;
	const results: ProfileResult[] = [];
	for (const contender of [messaging, unrecorded, httpRequest]) {
		limit.check();
		results.push(await profiled(lab, contender));
		console.log(`  ${contender.name}: profiled`);
	}
	return results;
}
