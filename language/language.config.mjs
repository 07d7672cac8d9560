import markdown from '@eslint/markdown';
import astro from 'eslint-plugin-astro';
import rules from './rules.mjs';

const ignored = ['**/node_modules/**', '.frontage/**', '.astro/**', '**/dist/**', 'functions/lib/**'];

/**
 * A processor for files whose comment lines match `mark`: converts these to `//` comments and empties all other lines.
 */
const commentsOf = (mark) => ({
  preprocess: (text) => [
    text
      .split('\n')
      .map((line) => (mark.test(line) ? `//${line.replace(mark, '').replaceAll('*/', '')}` : ''))
      .join('\n'),
  ],
  postprocess: ([messages]) => messages,
});

const language = {
  ...rules,
  processors: { hash: commentsOf(/^\s*#/), slashes: commentsOf(/^\s*(\/\/|\/?\*)/) },
};

/** The language of files that oxlint does not read. */
export default [
  { ignores: ignored },
  { linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true }, plugins: { language } },
  ...astro.configs.base,
  { files: ['**/*.astro'], rules: { 'language/comments': 'error', 'language/texts': 'error' } },
  { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/gfm', rules: { 'language/documents': 'error' } },
  { files: ['**/*.{rules,css}'], processor: language.processors.slashes, rules: { 'language/comments': 'error' } },
  {
    files: ['**/*.yml', 'Dockerfile', '.ci/run'],
    processor: language.processors.hash,
    rules: { 'language/comments': 'error' },
  },
];
