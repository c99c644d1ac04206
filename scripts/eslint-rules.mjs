/**
 * n8n's rules, rules for all code, and which file may import which. n8n's commands read n8n's rules from eslint.config.mjs, and want
 * that file as n8n wrote it.
 */
import { config as n8n } from '@n8n/node-cli/eslint';
import tseslint from 'typescript-eslint';

/** The rooms of nodes/shared from the lowest to the highest; each imports from those before it only. */
const rooms = [
	...['contract', 'input', 'waiting', 'n8n', 'service', 'parameters', 'operation', 'explain'],
	...['record', 'rate', 'items', 'telling', 'send', 'panel'],
];

/** Other nodes, but for the trigger's: it reads what Get Call Forwarding reads. */
const otherNodes = {
	regex: '^(\\.\\./)+[A-Z](?!umbers/numbers\\.operations$)',
	message: 'Nodes do not import from each other; what they share is in nodes/shared.',
};

function higherRooms(room) {
	const higher = rooms.slice(rooms.indexOf(room) + 1);
	return {
		regex: `/(${higher.join('|') || 'none'})/`,
		message: `Imports in nodes/shared go downwards: ${rooms.toReversed().join(' → ')}.`,
	};
}

/** Refuses imports in these files by the paths that they name. */
function noImports(files, refused) {
	const patterns = refused.map((pattern) => ({ ...pattern, caseSensitive: true }));
	return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** What n8n's rules know about imports: the plugin, and how a file is found. */
const importRules = n8n.find(({ plugins }) => plugins?.['import-x']).plugins['import-x'];
const { settings } = n8n.find((part) => part.settings?.['import-x/resolver-next']);

export default tseslint.config(
	...n8n,
	{ ignores: ['dist/', 'coverage/', '.cache/', 'nodes/shared/contract/'] },
	{
		files: ['**/*.{ts,tsx,js,mjs}'],
		extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
		rules: {
			complexity: ['error', 12],
			'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
			'@typescript-eslint/no-empty-function': 'off',
			'@typescript-eslint/no-extraneous-class': 'off',
			'@typescript-eslint/no-dynamic-delete': 'off',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/array-type': ['error', { default: 'array-simple' }],
		},
	},
	{
		files: ['{credentials,nodes,simulator}/**/*.ts'],
		plugins: { 'import-x': importRules },
		settings: { ...settings, ...importRules.flatConfigs.typescript.settings },
		rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] },
	},
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
	noImports(['nodes/*/**'], [otherNodes]),
	...rooms.map((room) => noImports([`nodes/shared/${room}/**`], [otherNodes, higherRooms(room)])),
);
