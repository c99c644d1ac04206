import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLists } from './generate-lists';
import { root, textOf } from './project-root';

const page = 'docs/evidence.md';

/** What was measured, by the parts of docs/evidence.md that programs write. */
export type Evidence = Partial<Record<'benchmark' | 'rates' | 'faults' | 'versions', string>>;

export function evidence(): string {
	return textOf(page);
}

/** The page with these parts as they should be. */
export function withEvidence(parts: Evidence): string {
	return withLists(page, evidence(), parts as Record<string, string>);
}

/** Writes parts of docs/evidence.md. */
export function writeEvidence(parts: Evidence): void {
	writeFileSync(join(root, page), withEvidence(parts));
}
