import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { userFolderOf } from './test-folders';

const file = join(userFolderOf('clock'), 'shift');

/** The environment of an n8n whose clock {@link setClock} shifts. The session lasts longer than all shifts. */
export const shiftedClock: NodeJS.ProcessEnv = {
	NODE_OPTIONS: `--require ${join(__dirname, 'clock-of-file.js')}`,
	SHIFTED_CLOCK: file,
	N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '1000',
};

/** Shifts the clock of all these n8n by so many milliseconds, instead of what it was shifted by before. */
export async function setClock(shiftMs: number): Promise<void> {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, String(shiftMs));
	await wait(100);
}
