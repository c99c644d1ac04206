module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }] },
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.{ts,tsx}'],
	coverageReporters: ['text'],
	setupFiles: ['<rootDir>/test/support/setup.js'],
	maxWorkers: '100%',
	testTimeout: 90_000,
};
