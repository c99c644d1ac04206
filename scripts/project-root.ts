import { join } from 'node:path';

/** The project's root folder. */
export const root = join(__dirname, '..');
