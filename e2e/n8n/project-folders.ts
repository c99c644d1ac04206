import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The project's root folder. */
export const projectFolder = resolve(__dirname, '..', '..');

/** Where things are kept that can be made anew at any time; outside git. */
export const cacheFolder = join(projectFolder, '.cache');

/** The parts of package.json that starting and installing need. */
export const projectPackage = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
	name: string;
	version: string;
};
