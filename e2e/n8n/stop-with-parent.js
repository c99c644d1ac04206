/**
 * Loaded into n8n before n8n itself: ends it when the process that started it is gone, whichever way that ended.
 * The starter holds the other end of standard input, which closes with it. n8n's worker threads load this as well, and
 * have a standard input of their own, which means nothing.
 */
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
	process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
	process.stdin.resume();
	process.stdin.unref();
}
