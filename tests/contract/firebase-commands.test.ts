import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Firebase CLI commands in guides and `frontage doctor` need a project to run. Their existence and options in the
// installed version are checked without one.

interface Program {
  cli: { options: Option[]; commands: { name(): string; options: Option[]; usage(): string }[] };
  [group: string]: unknown;
}
interface Option {
  long?: string;
  short?: string;
}

const root = join(import.meta.dirname, '../..');
const firebase = createRequire(import.meta.url)('firebase-tools') as Program;

/** Commands that need no --project: they apply to no project or take it as an argument. */
const withoutProject = new Set([
  'login',
  'projects:addfirebase',
  ...['firestore', 'pubsub', 'storage'].map((name) => `setup:emulators:${name}`),
]);

/** Returns the error in the words after `npx firebase`, or null if they are valid. */
function errorIn(words: readonly string[]): string | null {
  const [name = '', ...rest] = words;
  const loader = name.split(':').reduce<unknown>((group, part) => (group as Program | undefined)?.[part], firebase);
  (loader as { load?: () => void } | undefined)?.load?.();
  const command = firebase.cli.commands.find((one) => one.name() === name);
  if (!command) return `there is no ${name}`;
  const known = new Set([...firebase.cli.options, ...command.options].flatMap(({ long, short }) => [long, short]));
  const unknown = rest.find((word) => /^--?[a-z]/.test(word) && !known.has(word.split('=')[0]));
  if (unknown !== undefined) return `${name} has no ${unknown}`;
  // Without --project, .firebaserc would select the local project.
  if (!rest.includes('--project') && !withoutProject.has(name)) return `${name} names no project`;
  const wanted = command.usage().match(/<[^>]+>/g)?.length ?? 0;
  const values = new Set(['--project', '--only', '--data-file', '--site']);
  const given = rest.filter((word, at) => !/^--?[a-z]/.test(word) && !values.has(rest[at - 1] ?? '')).length;
  return given < wanted ? `${name} asks for ${command.usage()}` : null;
}

const files = [
  ...globSync('**/*.md', { cwd: root, exclude: ['**/node_modules', 'docs/decisions', 'CHANGELOG.md'] }),
  ...globSync('{cli,functions,pipeline,model,admin}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/*.test.ts', '**/*.fixture.ts', 'cli/documented-commands.fixture.ts'],
  }),
];

/** The commands in a text, each split into words. A template placeholder counts as one word. */
function commandsIn(text: string): string[][] {
  const filled = text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'VALUE');
  return [...filled.matchAll(/npx firebase ([a-z](?:"[^"\n]*"|[^`'"\n);&|,]|,(?=\S))*)/g)].map(([, words = '']) =>
    words.trim().split(/\s+/),
  );
}

it('every documented Firebase command is valid in the installed firebase-tools', () => {
  const documented = files.flatMap((file) => commandsIn(readFileSync(join(root, file), 'utf8')));
  expect(documented.length).toBeGreaterThan(30);
  expect(
    new Set(documented.flatMap((words) => (errorIn(words) === null ? [] : `${words.join(' ')}: ${errorIn(words)}`))),
  ).toEqual(new Set());
});

it.each([
  ['hosting:sites:creat x', 'there is no hosting:sites:creat'],
  ['deploy --only functions --projekt x', 'deploy has no --projekt'],
  ['target:apply hosting site --project x', 'target:apply asks for [options] <type> <name> <resources...>'],
  ['deploy --only functions', 'deploy names no project'],
  ['deploy --only functions --project x', null],
])('firebase %s: %s', (words, wrong) => {
  expect(errorIn(words.split(' '))).toBe(wrong);
});
