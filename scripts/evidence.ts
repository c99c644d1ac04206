import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, textOf } from './project-root';

const page = 'docs/evidence.md';

/** What was measured, by the parts of docs/evidence.md that programs write. */
export type Evidence = Partial<Record<'rates' | 'overhead' | 'incoming' | 'faults' | 'versions', string>>;

export function evidence(): string {
	return textOf(page);
}

/** The page with these parts between `<!-- generated: name -->` and `<!-- end -->`. */
export function withEvidence(parts: Evidence): string {
	return Object.entries(parts).reduce((text, [name, part]) => {
		const place = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`);
		return text.replace(place, (_, start: string, end: string) => `${start}\n${part}\n\n${end}`);
	}, evidence());
}

/** Writes parts of docs/evidence.md. */
export function writeEvidence(parts: Evidence): void {
	writeFileSync(join(root, page), withEvidence(parts));
}
