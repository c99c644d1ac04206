import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLists } from './generate-lists';
import { root } from './project-root';

const page = join(root, 'docs', 'evidence.md');

/** What was measured, by the parts of docs/evidence.md that programs write. */
export type Evidence = Partial<Record<'benchmark' | 'rates' | 'faults' | 'versions', string>>;

export function evidence(): string {
	return readFileSync(page, 'utf8');
}

/** The page with these parts as they should be. */
export function withEvidence(parts: Evidence): string {
	return withLists('docs/evidence.md', evidence(), parts as Record<string, string>);
}

/** Writes parts of docs/evidence.md. */
export function writeEvidence(parts: Evidence): void {
	writeFileSync(page, withEvidence(parts));
}
