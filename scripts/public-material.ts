import {
	paceOf,
	placedOperations,
	sectionAddress,
	sectionHeading,
	type OpenApiDocument,
} from './interface-document';
import { sentence, type Schema } from './interface-fields';

/** A fact that is not from the interface document. */
interface PublicFact {
	/** The section that it belongs to; none for an operation that no section has. */
	section?: string;
	/** What it is about, as it stands in a request or an answer. */
	about: string;
	says: string;
}

const interfacePage = 'interface.md';

/**
 * A list, for a page in docs/, of the facts that are not from the interface document but about something in it, in the order
 * of its sections. Operations that it has not are on the page of the interface.
 */
export function publicMaterial(document: OpenApiDocument): string {
	const facts = [...operationFacts(document), ...rateFacts(document), ...fieldFacts(document)];
	const placed = facts.filter(({ section }) => section !== undefined);
	const lines = placed.sort(bySection).map(({ section, about, says }) => {
		const heading = sectionHeading(section, document);
		return `- [${heading}](${interfacePage}${sectionAddress(section, document)}), ${about}: ${sentence(says)}`;
	});
	const general = document.info['x-public-material'].map((says) => `- ${sentence(says)}`);
	return [...general, ...new Set(lines)].join('\n');
}

/** The operations that are known from public material only, as a list. */
export function publicOperations(document: OpenApiDocument): string {
	return operationFacts(document)
		.map(({ about, says }) => `- ${about}: ${sentence(says)}`)
		.join('\n');
}

function operationFacts(document: OpenApiDocument): PublicFact[] {
	return placedOperations(document)
		.filter((operation) => operation['x-source'] !== undefined)
		.map(({ method, path, summary, 'x-section': section }) => ({
			section,
			about: `\`${method} ${path}\``,
			says: summary,
		}));
}

function rateFacts(document: OpenApiDocument): PublicFact[] {
	return placedOperations(document).flatMap(({ method, path, 'x-section': section, 'x-rate': rate }) =>
		rate?.['x-source'] === undefined
			? []
			: [{ section, about: `\`${method} ${path}\``, says: `${paceOf(rate)}, for each ${rate.per}` }],
	);
}

/** The facts about fields of records that the interface document has. */
function fieldFacts(document: OpenApiDocument): PublicFact[] {
	return Object.values(document.components.schemas)
		.filter((schema) => schema['x-source'] === undefined)
		.flatMap((schema) => factsIn(schema, schema['x-section'], ''));
}

function factsIn(schema: Schema, section: string | undefined, prefix: string): PublicFact[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const about = `\`${prefix}${name}\``;
		const says = field['x-public-material'] ?? (field['x-source'] ? field.description : undefined);
		const fact = says === undefined ? [] : [{ section, about, says }];
		return [...fact, ...factsIn(field, section, `${prefix}${name}.`)];
	});
}

/** Behind those of every section. */
const beyond = '99';

function bySection({ section: one = beyond }: PublicFact, { section: other = beyond }: PublicFact): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
