import { patterns } from './language/patterns.mjs';

const types = ['feat', 'fix', 'perf', 'refactor', 'style', 'test', 'docs', 'chore'];

/** Endings of the past tense, the third person and the gerund. Nouns and imperatives that share them are listed. */
const notImperative =
  /^(?!(access|address|bypass|compress|discuss|embed|express|feed|focus|need|pass|press|process|speed|suppress)$)\w+(ed|ing|s)$/;

const plain = ({ subject }) => {
  const row = patterns.find(({ in: kinds, pattern }) => kinds.includes('title') && pattern.test(subject ?? ''));
  return [!row, row && `"${row.name}" in the title. Write ${row.write}`];
};

const imperative = ({ subject }) => {
  const [first] = (subject ?? '').split(/\s/);
  return [!notImperative.test(first), `"${first}" is not an imperative: write "fix", not "fixed", "fixes" or "fixing"`];
};

export default {
  plugins: [{ rules: { plain, imperative } }],
  rules: {
    'header-max-length': [2, 'always', 72],
    'type-empty': [2, 'never'],
    'type-enum': [2, 'always', types],
    'subject-empty': [2, 'never'],
    'body-leading-blank': [2, 'always'],
    plain: [2, 'always'],
    imperative: [2, 'always'],
  },
};
