module.exports = {
	...require('../jest.config.js'),
	rootDir: '../..',
	testMatch: ['**/*.queue.ts'],
	globals: { isQueueMode: true },
	testTimeout: 360_000,
};
