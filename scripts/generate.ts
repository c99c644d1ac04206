/**
 * Writes what is generated: from simulator/openapi.yaml, the one machine-readable form of the service's interface, the
 * lists in pages from it and the nodes, and where n8n's lint rules don't apply.
 *
 *   npm run generate              writes the files; says what an operation still lacks
 *   npm run generate -- --check   fails when a file is stale
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { ClearProblem, problemText } from '../e2e/n8n/clear-problem';
import { contractFiles, typesFile } from './generate-contract';
import { interfaceFiles } from './generate-interface';
import {
	namedParameters,
	placedOperations,
	resolved,
	type OpenApiDocument,
	type Schema,
} from './interface-document';
import { listedFiles } from './generate-lists';
import { openApiDocument } from '../simulator/document';
import { root } from './project-root';

/** What the contract carries over as it is, and what says nothing of a value. */
const carried = [
	'$ref',
	'type',
	'enum',
	'const',
	'anyOf',
	'allOf',
	'items',
	'maxItems',
	'properties',
	'required',
];
const silent = ['if', 'then', 'default', 'description'];

/** Whether the nodes enforce a keyword of a schema. A named schema with a pattern has a rule in nodes/shared/input. */
function isEnforced(keyword: string, value: unknown, { type, pattern }: Schema, isNamed: boolean): boolean {
	if (keyword.startsWith('x-') || [...carried, ...silent].includes(keyword)) return true;
	if (keyword === 'minLength' || keyword === 'minItems') return value === 1;
	if (keyword === 'minimum' || keyword === 'maximum') return type === 'integer';
	return (keyword === 'pattern' || keyword === 'maxLength') && isNamed && pattern !== undefined;
}

function unenforcedIn(schema: Schema, place: string, { components }: OpenApiDocument): string[] {
	const own = resolved(schema, components);
	const inner = (one: Schema, where = place) => unenforcedIn(one, where, { components } as OpenApiDocument);
	const isNamed = own !== schema;
	return [
		...Object.entries(own)
			.filter(([keyword, value]) => !isEnforced(keyword, value, own, isNamed))
			.map(([keyword]) => `${place}: ${keyword}`),
		...Object.entries(own.properties ?? {}).flatMap(([name, one]) => inner(one, `${place} ${name}`)),
		...[own.items ?? [], own.anyOf ?? [], own.allOf ?? []].flat().flatMap((one) => inner(one)),
	];
}

/** Refuses rules of the interface for values of requests that nobody would notice to be missing in the nodes. */
function checkRules(): void {
	const document = openApiDocument();
	const unenforced = placedOperations(document).flatMap((operation) => {
		const { operationId, requestBody } = operation;
		const body = requestBody?.content['application/json'].schema;
		return [
			...namedParameters(operation, document).flatMap(({ name, schema }) =>
				unenforcedIn(schema, `${operationId} ${name}`, document),
			),
			...(body ? unenforcedIn(body, operationId, document) : []),
		];
	});
	if (unenforced.length === 0) return;
	throw new ClearProblem(
		`The nodes would not enforce these rules. Give the schema a name and a pattern, and its rule in nodes/shared/input/.\n${unenforced.join('\n')}`,
	);
}

/** The rules of n8n's that are for published code alone. */
const publishedOnly = [
	'@n8n/community-nodes/icon-validation',
	'@n8n/community-nodes/no-dangerous-functions',
	'@n8n/community-nodes/no-hardcoded-secrets',
	'@n8n/community-nodes/no-restricted-globals',
	'@n8n/community-nodes/no-restricted-imports',
	'@n8n/community-nodes/require-node-api-error',
	'import-x/no-unresolved',
	'no-console',
];

/**
 * Writes eslint-suppressions.json: what n8n's rules for published code find in the tools beside it, which may use Node's
 * modules. n8n's commands want n8n's configuration as it is, which has no exceptions. ESLint reads the file by itself, and
 * fails when a tool has more faults than it counts, or fewer. It fails here when a tool breaks any other rule.
 */
function writeToolSuppressions(): void {
	const tools = ['bench', 'demo', 'e2e', 'scripts', 'simulator', 'test'];
	const rules = publishedOnly.flatMap((rule) => ['--suppress-rule', rule]);
	rmSync(join(root, 'eslint-suppressions.json'), { force: true });
	execFileSync('npx', ['eslint', ...tools, ...rules], { cwd: root, stdio: 'inherit' });
}

/**
 * Writes generated files (path under the project → content), formatted like the rest of the project. With `--check` on
 * the command line it changes nothing, and fails the process when a file is stale.
 */
async function writeOrCheck(files: Record<string, string>): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		const file = join(root, path);
		const formatted = await format(content, { ...(await resolveConfig(file)), filepath: file });
		if (existsSync(file) && readFileSync(file, 'utf8') === formatted) continue;
		if (!process.argv.includes('--check')) {
			writeFileSync(file, formatted);
			continue;
		}
		console.error(`${path} is stale: run \`npm run generate\`.`);
		process.exitCode = 1;
	}
}

async function main(): Promise<void> {
	checkRules();
	for (const files of [contractFiles, typesFile, interfaceFiles, listedFiles])
		await writeOrCheck(await files());
	if (!process.argv.includes('--check')) writeToolSuppressions();
}

main().catch((error: unknown) => {
	console.error(problemText(error));
	process.exitCode = 1;
});
