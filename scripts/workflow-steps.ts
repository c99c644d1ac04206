import { parse } from 'yaml';

interface Step {
	name?: string;
	uses?: string;
	run?: string;
	env?: Record<string, string>;
}

interface Job {
	env?: Record<string, string>;
	strategy?: { matrix: Record<string, unknown[]> };
	steps: Step[];
}

interface Workflow {
	env?: Record<string, string>;
	jobs: Record<string, Job>;
}

/** A step of a workflow as it runs here: a command with its environment, or a stand-in for an action, with its reason. */
export type LocalStep =
	{ name: string; run: string; environment: Record<string, string> } | { name: string; skipped: string };

/** One job of a workflow, with one choice of its matrix. */
export interface LocalJob {
	name: string;
	/** The major version of Node that the job asks for. */
	node: number;
	steps: LocalStep[];
}

/** What stands here for each action that the workflows use. */
const standIns: Record<string, string> = {
	'actions/checkout': 'the fresh clone',
	'actions/setup-node': 'a Node of the same major version on this machine',
	'actions/cache': 'the folder PHONE_SERVICE_CACHE of this machine, if it is set',
	'actions/upload-artifact': 'the file stays in the clone',
	'actions/download-artifact': 'the file is in the clone',
};

/** The jobs of a workflow file, in order, one for each choice of a matrix. `context` gives values to its expressions. */
export function localJobs(text: string, context: Record<string, string>): LocalJob[] {
	const workflow = parse(text) as Workflow;
	return Object.entries(workflow.jobs).flatMap(([name, job]) =>
		choices(job.strategy?.matrix ?? {}).map((choice) => {
			const values = { ...context, ...choice };
			return {
				name: [name, ...Object.values(choice)].join(' '),
				node: nodeOf(job, values),
				steps: job.steps.map((step) => localStep(step, { ...workflow.env, ...job.env }, values)),
			};
		}),
	);
}

/** Each choice of a matrix, as the values of its expressions: `matrix.node` → `20`. */
function choices(matrix: Record<string, unknown[]>): Array<Record<string, string>> {
	return Object.entries(matrix).reduce<Array<Record<string, string>>>(
		(chosen, [name, values]) =>
			chosen.flatMap((choice) => values.map((value) => ({ ...choice, [`matrix.${name}`]: String(value) }))),
		[{}],
	);
}

function localStep(
	step: Step,
	environment: Record<string, string>,
	values: Record<string, string>,
): LocalStep {
	const name = step.name ?? step.uses ?? step.run ?? '';
	if (step.run === undefined) {
		const action = step.uses?.split('@')[0] ?? '';
		const reason = standIns[action];
		if (reason === undefined) throw new Error(`Nothing here stands for the action "${action}"`);
		return { name: action, skipped: reason };
	}
	const variables = Object.entries({ ...environment, ...step.env });
	return {
		name,
		run: filledIn(step.run, values),
		environment: Object.fromEntries(variables.map(([key, value]) => [key, filledIn(String(value), values)])),
	};
}

/** The text with the values of its `${{ … }}` expressions; only names are known here, no operators. */
function filledIn(text: string, values: Record<string, string>): string {
	return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
		const value = values[expression];
		if (value === undefined) throw new Error(`"${expression}" has no value here`);
		return value;
	});
}

function nodeOf(job: Job, values: Record<string, string>): number {
	const asked = job.steps
		.map((step) => (step as { with?: Record<string, unknown> }).with?.['node-version'])
		.find((version) => version !== undefined);
	return Number(filledIn(String(asked), values));
}
