const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { compileFunction } = vm;

// Jest compiles modules into the context of the test file, and has no way to name the one of Node itself.
vm.compileFunction = (code, parameters, options) =>
	compileFunction(code, parameters, { ...options, parsingContext: undefined });

/**
 * Runs all test files of a worker in the context of Node itself. So the packages that one of them has loaded, as n8n's
 * engine, serve the next one too (load-once.js): to load them anew takes nearly as much processor time as all tests, and memory.
 */
module.exports = class OneContext {
	global = globalThis;
	fakeTimers = null;
	moduleMocker = new ModuleMocker(globalThis);

	constructor({ projectConfig }) {
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		this.keysBefore = new Set(Reflect.ownKeys(globalThis));
		globalThis.loadOnce = require;
	}

	async setup() {}

	/** Leaves nothing of this test file to the next one. */
	async teardown() {
		this.moduleMocker.restoreAllMocks();
		this.fakeTimersModern.dispose();
		for (const key of Reflect.ownKeys(globalThis)) {
			if (!this.keysBefore.has(key)) Reflect.deleteProperty(globalThis, key);
		}
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return globalThis;
	}
};
