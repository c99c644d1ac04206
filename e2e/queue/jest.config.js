module.exports = {
	...require('../jest.config.js'),
	rootDir: '../..',
	testMatch: ['**/*.queue.ts'],
	globalSetup: '<rootDir>/e2e/queue/start-queue-mode.ts',
	testTimeout: 240_000,
};
