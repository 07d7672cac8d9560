import astro from 'eslint-plugin-astro';
import tseslint from 'typescript-eslint';
import language from './language/language.config.mjs';

/**
 * ESLint checks language, templates of Astro and one selector; oxlint (.oxlintrc.json) checks all other rules. One run
 * parses every file once, without types.
 */
const inTemplates = (configs) => configs.map((config) => ({ ...config, files: config.files ?? ['**/*.astro'] }));

export default [
  ...language,
  ...inTemplates([...tseslint.configs.strict.map(({ files: _, ...config }) => config), ...astro.configs.recommended]),
  {
    files: ['**/*.astro'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Templates and generic tables use `{}`-free types; void returns from arrow handlers are idiomatic React.
      '@typescript-eslint/no-invalid-void-type': 'off',
      'max-params': ['error', 3],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,astro}'],
    // Hooks of tests assign variables that the tests of a file share.
    ignores: ['**/*.test.{ts,tsx}', 'tests/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
          message: 'State of a module is state of the whole program. Let a function that opens something hold it.',
        },
      ],
    },
  },
];
