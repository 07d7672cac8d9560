import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const rules = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /notes/{id} {
    allow read: if request.auth != null && id != 'secret';
  }
} }
`;

/** The tests of another project for these rules. They do not cover the secret note. */
const testSource = `
import { readFileSync } from 'node:fs';
import assert from 'node:assert';
import { compileRules } from '@frontage/rules-engine/ruleset';
const compiled = compileRules(readFileSync('firestore.rules', 'utf8'));
const base = { service: 'cloud.firestore', method: 'get', path: 'notes/a', time: new Date(), resource: null, requestResource: null };
const nothing = { get: () => null, getAfter: () => null };
const reads = (auth) => compiled.ruleset.evaluate({ ...base, auth }, nothing).allowed;
assert.equal(reads(null), false);
assert.equal(reads({ uid: 'ada', token: new Map() }), true);
`;

let folder: string;
// Takes half a minute, mostly for npm, so it runs only with FULL=1.
describe.runIf(process.env['FULL'] === '1')('the package', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rules-engine-'));
    const npm = (args: string[], cwd: string): string =>
      execFileSync('npm', [...args, '--silent', '--offline'], { cwd, encoding: 'utf8' });
    const re2js = dirname(findPackageJSON('re2js', import.meta.url) ?? '');
    const library = npm(['pack', re2js, '--ignore-scripts', '--pack-destination', folder], folder).trim();
    const engine = npm(['pack', '--pack-destination', folder], workspace).trim().split('\n').at(-1) ?? '';
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    writeFileSync(join(folder, 'firestore.rules'), rules);
    writeFileSync(join(folder, 'test.js'), testSource);
    npm(['install', '--no-save', join(folder, library), join(folder, engine)], folder);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('installs in another project, where rules-mutants finds untested conditions', () => {
    const run = spawnSync('npx', ['--offline', 'rules-mutants', '--test', 'node test.js'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.stdout).toContain("firestore.rules:4:20  right of && dropped: request.auth != null && id != 'secret'");
    expect(run.stdout).toMatch(/\d+ mutants, \d+ noticed, \d+ survived/);
    expect(run.status).toBe(1);
    expect(readFileSync(join(folder, 'firestore.rules'), 'utf8')).toBe(rules);
  });

  test('leaves package.json unchanged', () => {
    expect(readFileSync(join(workspace, 'package.json'), 'utf8')).toContain('"./*": "./*.ts"');
  });
});
