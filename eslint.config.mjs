import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import prettier from 'eslint-config-prettier';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The rooms of nodes/shared from the lowest to the highest; each imports from those before it only. */
const rooms = ['contract', 'input', 'service', 'operation', 'failure', 'delivery', 'node'];

/** Other nodes, but for the trigger's: it reads what Get Call Forwarding reads. */
const otherNodes = {
	regex: '^(\\.\\./)+[A-Z](?!umbers/get-call-forwarding\\.operation$)',
	message: 'Nodes do not import from each other; what they share is in nodes/shared.',
};

/** What stands beside the drawers of delivery/, but for the options, which the drawers know as well. */
const besideDrawers = {
	regex: '^\\.\\./(?!item-options$)[^./][^/]*$',
	message: 'The drawers of delivery do not import the files beside them: those import the drawers.',
};

/** Rooms higher than this one. */
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

/** One of the rule sets of eslint-plugin-n8n-nodes-base for these files. */
function n8nRules(files, set) {
	return {
		files,
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs[set].rules,
			// Off in n8n's scanner as well: the first two are for n8n's own nodes, the others want 'main' as a plain string
			// where n8n now has a constant.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	};
}

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', '.cache/', 'nodes/shared/contract/contract-types.d.ts'] },
	{
		files: ['**/*.{ts,tsx,js,mjs}'],
		extends: [js.configs.recommended, ...tseslint.configs.strict, ...tseslint.configs.stylistic],
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
		files: ['**/*.mjs', '**/*.js', 'scripts/**', 'e2e/**', 'demo/**'],
		languageOptions: { globals: globals.node },
	},
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
	{ files: ['nodes/shared/contract/contract.ts'], rules: { 'max-lines': 'off' } },
	prettier,
	{ files: ['package.json'], languageOptions: { parser: tseslint.parser } },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	n8nRules(['package.json'], 'community'),
	n8nRules(['credentials/**/*.ts'], 'credentials'),
	n8nRules(['nodes/**/*.ts'], 'nodes'),
	noImports(['nodes/*/**'], [otherNodes]),
	...rooms.map((room) => noImports([`nodes/shared/${room}/**`], [otherNodes, higherRooms(room)])),
	noImports(['nodes/shared/delivery/*/**'], [otherNodes, higherRooms('delivery'), besideDrawers]),
);
