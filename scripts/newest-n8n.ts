import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ClearProblem } from '../e2e/n8n/clear-problem';
import { npm } from '../e2e/n8n/npm';
import { root } from './project-root';

const hosts = join(root, 'e2e', 'n8n-host');
const folder = join(hosts, 'newest');
const packageFile = join(folder, 'package.json');

/** More packages than a release of n8n has ever named that npm did not find. */
const maxMissing = 25;

interface Host {
	overrides: Record<string, string>;
}

async function newestOf(name: string): Promise<string> {
	const { hasFailed, log } = await npm(root, ['view', name, 'version']);
	if (hasFailed) throw new ClearProblem(`npm does not say which ${name} is the newest:\n${log}`);
	return log.trim();
}

/** The package that npm did not find in the version that n8n names, by what it says. */
function missingIn(log: string): string | undefined {
	return /No matching version found for (\S+)@[^@\s]+\.(\s|$)/.exec(log)?.[1];
}

/**
 * Locks the newest n8n that npm has in e2e/n8n-host/newest/, which git ignores. It starts from the lock of the pinned one,
 * and has the newest version of each package that npm does not find in the version named. Answers the version of n8n.
 */
export async function lockNewestN8n(): Promise<string> {
	const version = await newestOf('n8n');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	for (const file of ['package.json', 'package-lock.json']) {
		cpSync(join(hosts, 'pinned', file), join(folder, file));
	}
	for (let tries = 0; tries < maxMissing; tries++) {
		const { hasFailed, log } = await npm(root, ['run', '-s', 'lock-n8n', '--', folder, `n8n@${version}`]);
		if (!hasFailed) return version;
		const missing = missingIn(log);
		if (missing === undefined) throw new ClearProblem(`n8n ${version} could not be locked:\n${log}`);
		const host = JSON.parse(readFileSync(packageFile, 'utf8')) as Host;
		host.overrides[missing] = await newestOf(missing);
		writeFileSync(packageFile, JSON.stringify(host, null, '\t'));
		console.log(`npm lacks the ${missing} that n8n ${version} names: ${host.overrides[missing]} instead`);
	}
	throw new ClearProblem(`n8n ${version} names more than ${maxMissing} packages that npm does not find`);
}
