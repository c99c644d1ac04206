const core = [
	'operations',
	'never-twice',
	'failed-items',
	'trigger',
	'messages',
	'credential',
	'agent-tools',
];

/** What has to work in every release of n8n that the package supports; the rest runs in the pinned one alone. */
module.exports = {
	...require('./jest.config'),
	testMatch: core.map((name) => `**/e2e/${name}.e2e.ts`),
};
