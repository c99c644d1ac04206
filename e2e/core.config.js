/** What has to work in every release of n8n that the package supports; the rest runs in the pinned one alone. */
const core = ['operations', 'histories', 'killed', 'trigger', 'messages', 'agent-tools', 'files'];

module.exports = {
	...require('./jest.config'),
	testMatch: core.map((name) => `**/e2e/${name}.e2e.ts`),
};
