import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopAtExit } from './stop-at-exit';

/** A new folder that is gone when this process ends; its name begins with the given one. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `${name}-`));
	stopAtExit(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
