import astro from 'eslint-plugin-astro';
import tseslint from 'typescript-eslint';
import language from './language/language.config.mjs';

/** The files that oxlint (.oxlintrc.json) does not read: templates of Astro, and the language of documents and styles. */
const ofTemplates = (configs) => configs.map((config) => ({ ...config, files: config.files ?? ['**/*.astro'] }));

export default [
  ...language,
  ...ofTemplates([...tseslint.configs.strict.map(({ files: _, ...config }) => config), ...astro.configs.recommended]),
  {
    files: ['**/*.astro'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Templates and generic tables use `{}`-free types; void returns from arrow handlers are idiomatic React.
      '@typescript-eslint/no-invalid-void-type': 'off',
      'max-params': ['error', 3],
      'no-console': 'error',
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
