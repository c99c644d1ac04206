import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', '.cache/', 'nodes/shared/contract/contract-types.ts'] },
	js.configs.recommended,
	...tseslint.configs.strict,
	...tseslint.configs.stylistic,
	{
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
	prettier,
);
