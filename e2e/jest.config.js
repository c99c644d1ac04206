module.exports = {
	testEnvironment: 'node',
	rootDir: '..',
	roots: ['<rootDir>/e2e'],
	testMatch: ['**/*.e2e.ts'],
	transform: { '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }] },
	globalSetup: '<rootDir>/e2e/start-n8n.ts',
	globalTeardown: '<rootDir>/e2e/stop-n8n.ts',
	testTimeout: 300_000,
	verbose: true,
};
