const { createHash } = require('node:crypto');

/** Whether a test file loads the module; jest's own come before. */
const isOfTest = () => 'loadOnce' in globalThis;

/** Has Node load the modules of packages, once for all test files of a worker. */
module.exports = {
	getCacheKey: (code, file) => createHash('sha256').update(`${isOfTest()} ${file} ${code}`).digest('hex'),
	process: (code, file) => ({
		code: isOfTest() ? `module.exports = loadOnce(${JSON.stringify(file)});` : code,
	}),
};
