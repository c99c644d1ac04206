import { globSync } from 'node:fs';

import { root } from '../../scripts/project-root';
import { textOf } from './pages';

const tests = globSync(['test/**/*.test.ts', 'e2e/**/*.e2e.ts'], { cwd: root }).map(textOf).join('\n');
const named = [...textOf('docs/delivery.md').matchAll(/`"(.+?)"`/g)].map(([, name = '']) => name);

test.each(named)('a test has the name by which the delivery page points to it: %s', (name) => {
	expect(tests.includes(name)).toBe(true);
});
