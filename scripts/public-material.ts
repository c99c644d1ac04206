import { placedOperations, sentence, type OpenApiDocument } from './interface-document';

/** A list of the facts that are not from the interface document and belong to the service as a whole. */
export function publicMaterial(document: OpenApiDocument): string {
	return document.info['x-public-material'].map((says) => `- ${sentence(says)}`).join('\n');
}

/** The operations that are known from public material only, as a list. */
export function publicOperations(document: OpenApiDocument): string {
	return placedOperations(document)
		.filter((operation) => operation['x-source'] !== undefined)
		.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${sentence(summary)}`)
		.join('\n');
}
