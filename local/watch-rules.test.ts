import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RulesIssue } from '@frontage/rules-engine/ruleset';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import type { RulesWatcher } from './watch-rules.ts';
import { watchRules } from './watch-rules.ts';

const rules = (condition: string): string =>
  `service cloud.firestore { match /databases/{database}/documents/a/{id} { allow get: if ${condition}; } }`;

let folder: string;
let file: string;
let watcher: RulesWatcher | null;
let loaded: Ruleset[];
let issues: (readonly RulesIssue[])[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-rules-'));
  file = join(folder, 'firestore.rules');
  watcher = null;
  loaded = [];
  issues = [];
});

afterEach(() => {
  watcher?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(): void {
  watcher = watchRules(
    file,
    (ruleset) => loaded.push(ruleset),
    (found) => issues.push(found),
  );
}

/** The decision of the rules loaded last. */
function isAllowed(): boolean | undefined {
  const request = {
    service: 'cloud.firestore',
    path: 'a/1',
    method: 'get',
    auth: null,
    time: new Date(),
    resource: null,
    requestResource: null,
  } as const;
  return loaded.at(-1)?.evaluate(request, { get: () => null, getAfter: () => null }).allowed;
}

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5000, interval: 20 });

test('loads the rules at once and after every change', async () => {
  writeFileSync(file, rules('true'));
  start();
  expect(isAllowed()).toBe(true);
  writeFileSync(file, rules('false'));
  await soon(() => expect(isAllowed()).toBe(false));
  expect(issues).toEqual([]);
});

test('loads a file that an editor saves by renaming', async () => {
  writeFileSync(file, rules('true'));
  start();
  writeFileSync(`${file}~`, rules('false'));
  renameSync(`${file}~`, file);
  await soon(() => expect(isAllowed()).toBe(false));
});

test('keeps the last valid rules while the file has issues', async () => {
  writeFileSync(file, rules('true'));
  start();
  writeFileSync(file, rules('missing()'));
  await soon(() => expect(issues.flat().map(({ message }) => message)).toEqual(['Unknown function "missing"']));
  expect(loaded).toHaveLength(1);
  expect(isAllowed()).toBe(true);
  writeFileSync(file, rules('1 == 2'));
  await soon(() => expect(isAllowed()).toBe(false));
});

test('reports a missing file as an issue until it exists', async () => {
  start();
  expect(issues.flat().map(({ message }) => message)).toEqual([`The rules file ${file} cannot be read`]);
  writeFileSync(file, rules('true'));
  await soon(() => expect(isAllowed()).toBe(true));
});

test('loads nothing after the stop or if nothing changed', async () => {
  writeFileSync(file, rules('true'));
  start();
  writeFileSync(file, rules('true'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(loaded).toHaveLength(1);
  watcher?.stop();
  writeFileSync(file, rules('false'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(loaded).toHaveLength(1);
});
