import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

import { root } from '../../scripts/project-root';
import { localJobs } from '../../scripts/workflow-steps';

interface Workflow {
	permissions?: Record<string, string>;
	concurrency?: { group: string };
	jobs: Record<
		string,
		{
			permissions?: Record<string, string>;
			'timeout-minutes'?: number;
			steps: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
		}
	>;
}

const folder = join(root, '.github', 'workflows');
const files = globSync('*.yml', { cwd: folder }).map((file): [string, string] => [
	basename(file, '.yml'),
	readFileSync(join(folder, file), 'utf8'),
]);
const context = {
	'github.workspace': '/clone',
	'github.event.release.tag_name': 'v1.2.3',
	'github.server_url': 'https://git.host.net',
	'github.repository': 'people/package',
};

function text(workflow: string): string {
	return Object.fromEntries(files)[workflow] ?? '';
}

describe.each(files)('the workflow %s', (_, content) => {
	const workflow = parse(content) as Workflow;
	const jobs = Object.values(workflow.jobs);

	test('pins each action by a commit, and says which release that is', () => {
		const actions = content.split('\n').filter((line) => line.includes('uses:'));
		expect(actions.length).toBeGreaterThan(0);
		for (const action of actions) {
			expect(action).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	test('may read at most, unless a job says more; runs once at a time; ends in time', () => {
		expect(['{}', '{"contents":"read"}']).toContain(JSON.stringify(workflow.permissions));
		expect(workflow.concurrency?.group).toBeTruthy();
		for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
	});

	test('leaves no token in the clone', () => {
		const checkouts = jobs
			.flatMap(({ steps }) => steps)
			.filter(({ uses }) => uses?.startsWith('actions/checkout'));
		for (const checkout of checkouts) expect(checkout.with).toEqual({ 'persist-credentials': false });
	});
});

test('only the job that publishes has an identity, and all that it runs is the publication of the tarball', () => {
	const { jobs } = parse(text('publish')) as Workflow;
	const publishing = Object.entries(jobs).filter(([, { permissions }]) => permissions?.['id-token']);
	expect(publishing.map(([name]) => name)).toEqual(['publish']);
	const { permissions, steps } = jobs.publish ?? { steps: [] };
	expect(permissions).toEqual({ 'id-token': 'write' });
	expect(steps.map(({ uses, run }) => uses?.split('@')[0] ?? run)).toEqual([
		'actions/setup-node',
		'actions/download-artifact',
		'npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
});

test('what is packed has a README whose pictures and links are those of the tag', () => {
	const [packing] = localJobs(text('publish'), context);
	const commands = packing?.steps.flatMap((step) => ('run' in step ? [step] : [])) ?? [];
	const at = (begin: string) => commands.findIndex(({ run }) => run.startsWith(begin));
	const readme = at('npm run release:readme -- --tag "$RELEASE_TAG"');
	expect(commands[readme]?.environment).toMatchObject({ RELEASE_TAG: 'v1.2.3' });
	expect(at('npm run release:check')).toBeLessThan(readme);
	expect(at('mkdir packed && npm pack')).toBeGreaterThan(readme);
});

test('the steps that run on one machine: each choice of the matrix, in order, with its environment', () => {
	const jobs = localJobs(text('ci'), context);
	expect(jobs.map(({ name, node }) => [name, node])).toEqual([
		['check 20', 20],
		['check 24', 24],
		['oldest-n8n', 24],
	]);
	const environment = { PHONE_SERVICE_CACHE: '/clone/.cache' };
	expect(jobs[0]?.steps.filter((step) => 'run' in step)).toEqual([
		{ name: expect.any(String), run: '.ci/run', environment },
	]);
	expect(jobs[2]?.steps.filter((step) => 'run' in step)).toEqual([
		{
			name: expect.any(String),
			run: 'npm run test:e2e:core',
			environment: { ...environment, PHONE_SERVICE_N8N: 'oldest' },
		},
	]);
});

test('an action or an expression that nothing stands for is refused, not passed over', () => {
	const job = (step: string) => `jobs: { one: { steps: [{ with: { node-version: 24 } , ${step} }] } }`;
	expect(() => localJobs(job('uses: some/action@v1'), context)).toThrow(/some\/action/);
	expect(() => localJobs(job('run: "echo ${{ secrets.x }}"'), context)).toThrow(/secrets\.x/);
});
