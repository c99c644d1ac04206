/** The commit that the architecture shows as a whole operation is as it says, where its history is at hand. */
import { execFileSync } from 'node:child_process';

import { root } from '../../scripts/project-root';
import { textOf } from './pages';

const [, section = ''] = textOf('docs/architecture.md').split('\n## Adding an operation\n');
const [byHand = '', byPrograms = ''] = [...section.matchAll(/```\n([^]*?)\n```/g)].map(
	([, quoted = '']) => quoted,
);

function git(...args: string[]): string {
	return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The commit that the section names; none without the history, as in a tarball or a shallow clone. */
function namedCommit(): string | undefined {
	const subject = /is the commit "([^"]+)"/.exec(section.replace(/\s+/g, ' '))?.[1] ?? '';
	try {
		return (
			git('log', '--fixed-strings', `--grep=${subject}`, '--format=%H').trim().split('\n').pop() || undefined
		);
	} catch {
		return undefined;
	}
}

/** The files in a quoted diffstat. */
function filesIn(quoted: string): string[] {
	return [...quoted.matchAll(/^ (\S+)\s+\| +\d+ /gm)].map(([, file = '']) => file);
}

const commit = namedCommit();
const testWithHistory = commit === undefined ? test.skip : test;

test('an operation takes at most 12 files by hand', () => {
	expect(filesIn(byHand).length).toBeGreaterThan(5);
	expect(filesIn(byHand).length).toBeLessThanOrEqual(12);
});

test('what programs wrote says so', () => {
	expect(filesIn(byPrograms).length).toBeGreaterThan(5);
	for (const file of filesIn(byPrograms)) {
		const isOfEditor = /^nodes\/.*\.json$/.test(file);
		expect(isOfEditor || /[Gg]enerated|Made by `npm run/.test(textOf(file))).toBe(true);
	}
});

testWithHistory('both lists are those of the commit, and together they are all of it', () => {
	const stat = (files: string[]) =>
		git('show', '--format=', '--stat=120', String(commit), '--', ...files).trimEnd();
	const all = git('show', '--format=', '--name-only', String(commit)).trim().split('\n');
	expect([...filesIn(byHand), ...filesIn(byPrograms)].sort()).toEqual(all.sort());
	expect(stat(filesIn(byHand))).toBe(byHand);
	expect(stat(filesIn(byPrograms))).toBe(byPrograms);
});
