import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogEvent } from '@frontage/firestore-server/log';
import { openActiveRules } from './active-rules.ts';
import type { ActiveRules } from './active-rules.ts';

const rules = (condition: string): string =>
  `rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents/{p=**} { allow read: if ${condition}; } }\n`;

const request = {
  service: 'cloud.firestore',
  path: 'a/b',
  method: 'get',
  auth: null,
  time: new Date(0),
  resource: null,
  requestResource: null,
} as const;
const nothing = { get: () => null, getAfter: () => null };

describe('openRules', () => {
  let folder: string;
  let file: string;
  let logged: LogEvent[];
  let open: ActiveRules | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'frontage-rules-'));
    file = join(folder, 'firestore.rules');
    logged = [];
  });
  afterEach(() => {
    open?.stop();
    rmSync(folder, { recursive: true });
  });

  function start(source?: string): ActiveRules {
    if (source !== undefined) writeFileSync(file, source);
    open = openActiveRules(file, (event) => logged.push(event));
    return open;
  }
  const allows = (): boolean => open?.current()?.evaluate(request, nothing).allowed ?? false;

  it('loads the rules of the file', () => {
    start(rules('true'));
    expect([allows(), logged]).toEqual([true, []]);
  });

  it('denies everything while the file is missing', () => {
    start();
    expect([allows(), open?.current()]).toEqual([false, null]);
    expect(logged[0]).toMatchObject({ level: 'error', source: 'rules' });
  });

  it('denies everything while the file does not compile, and logs the position', () => {
    start('service cloud.firestore {\n  match');
    expect(open?.current()).toBeNull();
    expect(logged[0]?.message).toMatch(/everything is denied:\n2:\d+: /);
  });

  it('reloads a changed file', async () => {
    start(rules('false'));
    writeFileSync(file, rules('true'));
    await expect.poll(allows).toBe(true);
    expect(logged.at(-1)).toMatchObject({ level: 'info' });
  });

  it('reloads a replaced file', async () => {
    start(rules('false'));
    writeFileSync(`${file}.new`, rules('true'));
    renameSync(`${file}.new`, file);
    await expect.poll(allows).toBe(true);
  });

  it('keeps the previous rules if the new file does not compile', async () => {
    start(rules('true'));
    writeFileSync(file, 'nonsense');
    await expect.poll(() => logged.at(-1)?.message ?? '').toContain('the previous rules stay active');
    expect(allows()).toBe(true);
  });

  it('accepts uploaded rules and refuses those that do not compile', () => {
    start(rules('false'));
    expect([open?.set(rules('true')), allows()]).toEqual([[], true]);
    expect(open?.set('nonsense')).not.toEqual([]);
    expect(allows()).toBe(true);
  });
});
