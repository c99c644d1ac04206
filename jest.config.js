const { availableParallelism } = require('node:os');

module.exports = {
	testEnvironment: '<rootDir>/test/support/one-context.js',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'/node_modules/.*\\.[cm]?js$': '<rootDir>/test/support/load-once.js',
		'^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }],
	},
	transformIgnorePatterns: [],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.{ts,tsx}'],
	coverageReporters: ['text'],
	setupFiles: ['<rootDir>/test/support/setup.js'],
	// Tests wait for requests and limits half of their time: two files for each processor.
	maxWorkers: 2 * availableParallelism(),
	// The hostile answers that only a time limit ends wait for it together.
	maxConcurrency: 10,
	testTimeout: 90_000,
	// A worker gives back a gigabyte of memory, which takes a busy machine longer than half a second.
	workerGracefulExitTimeout: 10_000,
	restoreMocks: true,
};
