const { existsSync } = require('node:fs');
const { join } = require('node:path');

const core = [
	'operations',
	'what-a-run-sends',
	'several-runs',
	'killed-n8n',
	'killed-trigger',
	'trigger',
	'messages',
	'agent-tools',
];

const gone = core.filter((name) => !existsSync(join(__dirname, `${name}.e2e.ts`)));
if (gone.length > 0) throw new Error(`e2e/core.config.js names files that are gone: ${gone.join(', ')}`);

/** What has to work in every release of n8n that the package supports; the rest runs in the pinned one alone. */
module.exports = {
	...require('./jest.config'),
	testMatch: core.map((name) => `**/e2e/${name}.e2e.ts`),
};
