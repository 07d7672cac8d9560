import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { root } from './target/configuration.ts';
import { documented } from './documented-commands.fixture.ts';

/** Documents whose commands must work. Decisions and the changelog describe earlier versions. */
const guides = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules', 'docs/decisions', 'CHANGELOG.md'] });
const longGuides = ['README.md', 'CONTRIBUTING.md', 'docs/deploy.md', 'docs/operate.md', 'docs/keep.md'];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Lines that are not commands: shell keywords, comments, empty lines, `npm run` without a script. */
const grammar = /^(for .*; do|do|done|npm run|#.*|)$/;
const programs = /^(npx|npm|gcloud|curl|docker|systemctl|journalctl|printf|openssl|grep|cat >|git|node) /;

/** The commands in a document: lines of its `sh` blocks and inline code that begins with a known program. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].map(([, , block = '']) => block);
  const lines = blocks.flatMap((block) =>
    block
      .replaceAll(/\s*\\\n\s*/g, ' ')
      .replaceAll(/(<<END)\n[^]*?\nEND\n/g, '$1\n')
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/^([A-Z_]+=\S+ )+(?=npx|npm)/, '')
          .replace(/\s+# .*$/, ''),
      )
      .filter((line) => !grammar.test(line)),
  );
  const within = [...text.replaceAll(/```[^]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...lines, ...within.filter((code) => programs.test(code) && !grammar.test(code))];
}

const rowOf = (command: string) =>
  documented
    .filter(({ begins }) => command.startsWith(begins) && !/^\w/.test(command.slice(begins.length)))
    .toSorted((a, b) => b.begins.length - a.begins.length)[0];

describe.each(guides)('%s', (guide) => {
  it('contains only commands that a test runs or that have a reason for an exception', () => {
    const commands = commandsOf(read(guide));
    expect(commands.length).toBeGreaterThan(longGuides.includes(guide) ? 10 : -1);
    expect(commands.filter((command) => rowOf(command) === undefined)).toEqual([]);
  });
});

it('reads every document and every block with commands', () => {
  expect(guides).toEqual(
    expect.arrayContaining([...longGuides, 'SECURITY.md', 'tests/contract/previous-version/README.md']),
  );
  const otherShells = guides.filter((guide) => /^ *```(bash|shell|console|zsh)$/m.test(read(guide)));
  expect(otherShells).toEqual([]);
});

it('finds a command that is not listed', () => {
  const guide = 'Type:\n\n```sh\nnpm ci\nrm -rf \\\n  everything\n```\n\nor `npx frontage fly`, in `a-folder`.\n';
  expect(commandsOf(guide).filter((command) => rowOf(command) === undefined)).toEqual([
    'rm -rf everything',
    'npx frontage fly',
  ]);
});

it.each(documented.filter((row) => 'runIn' in row))('$begins is run in $runIn', ({ runIn, by }) => {
  expect(existsSync(join(root, runIn))).toBe(true);
  expect(read(runIn).includes(by)).toBe(true);
});

it('lists no exception for an undocumented command', () => {
  const shown = guides.flatMap((guide) => commandsOf(read(guide)));
  const rows = new Set(shown.map(rowOf));
  expect(documented.filter((row) => !rows.has(row)).map(({ begins }) => begins)).toEqual([]);
});

it('prints secrets that can sign', () => {
  const made = commandsOf(read('docs/deploy.md')).flatMap(
    (line) => /^((?:printf '|openssl ).*) \| gcloud/.exec(line)?.[1] ?? [],
  );
  const [webhook = '', ...others] = made.map((command) => execFileSync('bash', ['-c', command], { encoding: 'utf8' }));
  expect(webhook).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Webhook(webhook).sign('msg_1', new Date(), '{}')).toMatch(/^v1,/);
  expect(others).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

it('sets the variables of the service', () => {
  const [written = ''] = /^cat > service\.env\.yaml <<END\n[^]*?\nEND$/m.exec(read('docs/deploy.md')) ?? [];
  const web = { apiKey: 'k', authDomain: 'a.example' };
  const env = {
    ...process.env,
    PROJECT: 'acme-site',
    REGION: 'europe-west1',
    PUBLIC_SITE_ORIGIN: 'https://a.example',
    PUBLIC_ADMIN_ORIGIN: 'https://b.example',
    PUBLIC_EMBED_ORIGIN: 'https://c.example',
    FIREBASE_WEB_CONFIG: JSON.stringify(web, null, 2),
  };
  const shown = execFileSync('bash', ['-c', written.replace('cat > service.env.yaml', 'cat')], {
    env,
    encoding: 'utf8',
  });
  const lines: Record<string, string> = Object.fromEntries(
    [...shown.matchAll(/^(\S+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(lines).toEqual({
    PUBLIC_SITE_ORIGIN: 'https://a.example',
    PUBLIC_ADMIN_ORIGIN: 'https://b.example',
    PUBLIC_EMBED_ORIGIN: 'https://c.example',
    FUNCTIONS_REGION: 'europe-west1',
    FRONTAGE_STATE: 'gs://acme-site-frontage/live',
    FIREBASE_WEB_CONFIG: expect.stringMatching(/^'\{.*\}'$/) as string,
  });
  expect(JSON.parse(String(lines['FIREBASE_WEB_CONFIG']).slice(1, -1))).toEqual(web);
});
