import { globSync } from 'node:fs';

import { root } from '../../scripts/project-root';
import { textOf } from '../docs/pages';

const locked = globSync('e2e/n8n-host/*/package.json', { cwd: root }).map((file): [string, string] => {
	const { dependencies } = JSON.parse(textOf(file)) as { dependencies: { n8n: string } };
	return [file, dependencies.n8n];
});

test.each(locked)(
	'docs/n8n-versions.md says when the n8n of %s (%s) was tested, with all tests passed',
	(_, version) => {
		const row = textOf('docs/n8n-versions.md')
			.split('\n')
			.map((line) => line.split('|').map((cell) => cell.trim()))
			.find(([, cell]) => cell === version);
		const [passed, total] = /^(\d+) of (\d+)$/.exec(row?.[3] ?? '')?.slice(1) ?? [];
		expect(Number(total)).toBeGreaterThan(0);
		expect(passed).toBe(total);
		expect(row?.[4]).toMatch(/^\d{4}-\d\d-\d\d$/);
	},
);
