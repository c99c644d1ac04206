const { availableParallelism } = require('node:os');

module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }] },
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.{ts,tsx}'],
	coverageReporters: ['text'],
	setupFiles: ['<rootDir>/test/support/setup.js'],
	// Tests wait for requests and limits half of their time: two files for each processor.
	maxWorkers: 2 * availableParallelism(),
	testTimeout: 90_000,
};
