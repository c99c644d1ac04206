import { globSync } from 'node:fs';

import { root, textOf } from '../../scripts/project-root';

const tests = globSync(['test/**/*.test.ts', 'e2e/**/*.e2e.ts'], { cwd: root }).map(textOf).join('\n');

describe.each(['docs/delivery.md', 'docs/approvals.md'])('%s', (page) => {
	const named = [...textOf(page).matchAll(/`"(.+?)"`/g)].map(([, name = '']) => name);

	test.each(named)('a test has the name by which the page points to it: %s', (name) => {
		expect(tests.includes(name)).toBe(true);
	});
});
