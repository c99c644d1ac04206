import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '..');

/** Where things are kept that can be made anew at any time; outside git. */
export const cacheFolder = join(root, '.cache');

/** The text of a file of the project. */
export function textOf(path: string): string {
	return readFileSync(join(root, path), 'utf8');
}

/** The parts of package.json that the tools need. */
export const projectPackage = JSON.parse(textOf('package.json')) as {
	name: string;
	version: string;
};
