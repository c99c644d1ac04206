import { globSync } from 'node:fs';

import { placedOperations, type OpenApiDocument, type Rate } from './interface-document';
import { openApiDocument } from '../simulator/document';
import { root, textOf } from './project-root';

/** Pages that people write, and examples; the others are written whole. */
const written = ['README.md', 'docs/*.md', 'examples/*', 'simulator/README.md'];
const writtenByPrograms = ['docs/interface.md', 'docs/evidence.md'];

function rateOf(id: string, document: OpenApiDocument): Rate {
	const rate = placedOperations(document).find(({ operationId }) => operationId === id)?.['x-rate'];
	if (!rate) throw new Error(`${id} has no rate`);
	return rate;
}

/** The numbers of the interface, each with the words around it in a sentence. */
function numbersInWords(document: OpenApiDocument): Array<[words: RegExp, value: number | undefined]> {
	const { requests: lookups, seconds: span } = rateOf('lookUpNumber', document);
	const { requests: messages, seconds, burst } = rateOf('sendImessage', document);
	const { RiskLevel: risk, TextAttachments: files } = document.components.schemas;
	const below = Object.entries(risk?.['x-below'] ?? {});
	return [
		[/\d+(?=\s+lookups\s+a\s+minute)/g, (lookups * 60) / span],
		[/(?<=\bLookups:\s+)\d+(?=\s+in\s+any)/g, lookups],
		[/(?<=\bin\s+any\s+)\d+(?=\s+seconds)/g, span],
		[/(?<=_Lookups per Minute_\s+\()\d+/g, (lookups * 60) / span],
		[/(?<=_Messages per Second_\s+\()\d+/g, messages / seconds],
		[/(?<=\| Messages per Second\s+\| )\d+(?=\s+\|)/g, messages / seconds],
		[/(?<=\bbatch\s+size\s+of\s+)\d+/g, lookups],
		[/(?<=\b60\s+numbers\s+take\s+about\s+)\d+(?=\s+minutes)/g, Math.round(span / lookups)],
		[/\d+(?=\s+messages?\s+(?:a|per)\s+second)/g, messages / seconds],
		[/(?<=\bMessages:\s+)\d+(?=\s+(?:a|per)\s+second)/g, messages / seconds],
		[/(?<=\bburst\s+of\s+)\d+/g, burst],
		[/(?<=\bUp\s+to\s+)\d+(?=\s+attachments)/g, files?.maxItems],
		...below.map(([level, score]): [RegExp, number] => [
			new RegExp(`(?<=\`${level}\`\\s+\\|\\s+below\\s+)[\\d.]+`, 'g'),
			score,
		]),
	];
}

/** A text with the numbers of the interface as they should be. */
export function withNumbers(text: string, document: OpenApiDocument): string {
	return numbersInWords(document).reduce((result, [words, value]) => {
		if (value === undefined) throw new Error(`The interface has no number for ${String(words)}`);
		return result.replace(words, String(value));
	}, text);
}

/** The pages and examples by path, with the numbers of the interface as they should be. */
export function numberedFiles(): Record<string, string> {
	const document = openApiDocument();
	const paths = globSync(written, { cwd: root }).filter((path) => !writtenByPrograms.includes(path));
	const texts = paths
		.filter((path) => /\.(md|json)$/.test(path))
		.map((path): [string, string] => {
			return [path, withNumbers(textOf(path), document)];
		});
	return Object.fromEntries(texts);
}
