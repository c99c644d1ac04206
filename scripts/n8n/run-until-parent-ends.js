/**
 * Runs a program that knows nothing of its starter, and ends it when the starter is gone or closes the other end of standard
 * input, which it holds. One argument, as JSON: `program`, `args`, and `user` (`uid` and `gid`) where the program runs as
 * another user. A signal to the process group reaches the program itself; this process waits for its end.
 */
const { spawn } = require('node:child_process');

const stopMilliseconds = 15_000;

const { program, args, user } = JSON.parse(process.argv[2]);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...user });

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.stdin.once('close', () => {
	child.kill('SIGTERM');
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), stopMilliseconds);
});
process.stdin.resume();
child.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.once('close', (code) => process.exit(code ?? 1));
