import { existsSync, globSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename, join, relative } from 'node:path';

import { root } from '../../scripts/project-root';
import { plainImessage, runNode, simulator, useSimulator } from '../support/simulated';
import { textOf } from './pages';

const page = textOf('docs/architecture.md');

useSimulator();

/** The files of nodes/shared/ of which a function runs while `work` is done, by V8's own count. */
async function filesThatRun(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
	const shared = join(root, 'nodes/shared');
	const files = ran.filter(({ url }) => url.includes(shared));
	return [...new Set(files.map(({ url }) => relative(shared, url.replace('file://', ''))))];
}

test('the files that run while one iMessage is sent are those that the page lists, at most 25', async () => {
	const ran = await filesThatRun(async () => {
		const finished = await runNode('phoneServiceMessaging', plainImessage, {
			items: [{ to: '+12025550199' }],
		});
		expect(finished.json()).toMatchObject([{ status: 'accepted' }]);
	});
	const [, section = ''] = page.split('## The way of one sent iMessage');
	const listed = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
	expect(ran.sort()).toEqual(listed.sort());
	expect(listed.length).toBeLessThanOrEqual(25);
	expect(simulator().requests).toHaveLength(1);
});

test('every file that the page names is there', () => {
	const files = new Set(
		globSync('{nodes,credentials,simulator,demo,e2e,bench,test,scripts}/**/*', { cwd: root }),
	);
	const names = new Set([...files].map((path) => basename(path)));
	const named = [...page.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|yaml))`/g)].map(([, path = '']) => path);
	const missing = named.filter((path) =>
		path.includes('/')
			? ![...files].some((file) => file.endsWith(path)) && !existsSync(join(root, path))
			: !names.has(path),
	);
	expect(named.length).toBeGreaterThan(20);
	expect(missing).toEqual([]);
});
