import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { BodyLine } from './backup-line.ts';
import { checkBackup } from './read-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontage-read-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'some.backup');
const head = '{"frontage":"backup","format":1}';
const page = '{"document":"pages/a","fields":{"title":"A"}}';
const account = '{"account":{"uid":"ada","email":null,"name":null,"verified":false,"disabled":false,"claims":null}}';

const upload = '{"upload":{"bucket":"homepage-images","name":"a.webp","metadata":{},"bytes":""}}';
const system = page.replace('pages/a', 'system/bootstrap');
const secret = page.replace('pages/a', 'demo_secrets/d');
const demo = page.replace('pages/a', 'demo_pages/d');
const schedule = page.replace('pages/a', 'schedules/pages_a_publish');
const misplaced = /line 3 .*is out of order/;

function endOf(lines: readonly string[], documents: number, accounts: number): string {
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return `{"end":{"documents":${documents},"accounts":${accounts},"uploads":0},"sha256":"${sha256}"}`;
}

const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const complete = [head, account, page, endOf([head, account, page], 1, 1)];
const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const packed = (...lines: string[]) => gzipSync(textOf(lines));
const ended = (...lines: string[]) => packed(...lines, endOf(lines, 1, 0));

const acceptLine = (line: BodyLine): void => {
  if ('document' in line && 'refused' in line.fields) throw new Error('not a field value');
};

describe('checkBackup', () => {
  it('returns the counts of a complete file', async () => {
    writeFileSync(file, packed(...complete));
    expect(await checkBackup(file, acceptLine)).toMatchObject({ counts: { documents: 1, accounts: 1, uploads: 0 } });
  });

  it('accepts all kinds of entries in order', async () => {
    const inOrder = [
      ...[system, account, upload.replace('a.webp', '../b.webp'), upload, secret, demo, page],
      // By bytes, as Firestore orders ids: U+FF5E comes before characters of two UTF-16 units.
      ...['pages/～', 'pages/𝒜'].map((path) => page.replace('pages/a', path)),
      schedule,
    ];
    const end = endOf([head, ...inOrder], 7, 1).replace('"uploads":0', '"uploads":2');
    writeFileSync(file, packed(head, ...inOrder, end));
    expect(await checkBackup(file, acceptLine)).toMatchObject({ counts: { documents: 7, accounts: 1, uploads: 2 } });
  });

  it.each<[string, Buffer, RegExp]>([
    ['an empty file', Buffer.from(''), /is damaged|is no backup/],
    ['a text', Buffer.from('hello'), /is not a Frontage backup/],
    ['a compressed file of another format', gzipSync('hello\n'), /is not a Frontage backup/],
    ['JSON lines of another program', packed('{"a":1}', page), /is not a Frontage backup/],
    ['a newer format', packed('{"frontage":"backup","format":2}', '{"new":1}'), /of a newer version: its format is 2/],
    ['a truncated file', packed(...complete).subarray(0, 60), /is damaged after line \d/],
    ['a changed byte', changed(packed(...complete), -20), /is damaged/],
    ['no last line', packed(...complete.slice(0, 3)), /ends after line 3, before its end/],
    ['a missing line', packed(head, page, complete[3] ?? ''), /was changed after it was written/],
    ['a changed value', packed(head, account, page.replace('A"', 'B"'), complete[3] ?? ''), /was changed/],
    ['lines after the last line', packed(...complete, page), /line 5 comes after the end/],
    ['a line that is not JSON', ended(head, '{"document'), /line 2 is not an entry/],
    ['an unknown collection', ended(head, page.replace('pages', 'other')), /line 2 .*is not a document of a backup/],
    ['a document in a subcollection', ended(head, page.replace('pages/a', 'pages/a/b/c')), /line 2/],
    ['a document id that Firestore does not accept', ended(head, page.replace('pages/a', 'pages/..')), /line 2/],
    ['an account with a password', ended(head, account.replace('"uid"', '"password":"x","uid"')), /line 2/],
    ['a value that cannot be restored', ended(head, page.replace('title', 'refused')), /line 2 .*not a field value/],
    ['a deeply nested value', ended(head, page.replace('"A"', deep)), /line 2 is not an entry/],
    ['a document twice', ended(head, page, page), /line 3 .*pages\/a a second time/],
    [
      'an email address of two accounts',
      ended(
        head,
        account.replace('"email":null', '"email":"Ada@example.com"'),
        account.replace('"uid":"ada","email":null', '"uid":"eve","email":"ada@EXAMPLE.com"'),
      ),
      /line 3 .*ada@example\.com a second time/,
    ],
    ['an invalid email address', ended(head, account.replace('"email":null', '"email":"ada"')), /line 2/],
    ['a uid with a line break', ended(head, account.replace('"uid":"ada"', '"uid":"a\\nb"')), /line 2/],
    ['documents out of order', ended(head, page.replace('pages/a', 'pages/b'), page), misplaced],
    ['a schedule before its page', ended(head, schedule, page), misplaced],
    ['a demo before its secret', ended(head, demo, secret), misplaced],
    ['accounts before the reserved administrator role', ended(head, account, system), misplaced],
    ['uploads before accounts', ended(head, upload, account), misplaced],
    ['documents before uploads', ended(head, page, upload), misplaced],
    ['an upload twice', ended(head, upload, upload), /line 3 .*homepage-images\/a\.webp a second time/],
    ['an empty line', ended(head, '', page), /line 2/],
    [
      'two concatenated backups',
      Buffer.concat([packed(...complete), packed(...complete)]),
      /line 5 comes after the end/,
    ],
    ['an account twice', ended(head, account, account), /line 3 .*ada a second time/],
    [
      'an upload with a line break in a header',
      ended(
        head,
        '{"upload":{"bucket":"demo-images","name":"n","metadata":{"contentType":"image/png\\r\\nX: y"},"bytes":""}}',
      ),
      /line 2/,
    ],
    ...['', '.', '..', 'a\\r\\nb', '.well-known/acme-challenge/x', 'é'.repeat(600), '\\ud800'].map(
      (name): [string, Buffer, RegExp] => [
        `an upload called ${name.slice(0, 30)}`,
        ended(head, upload.replace('a.webp', name)),
        /line 2 .*with an invalid name/,
      ],
    ),
    [
      'an upload to another bucket',
      ended(head, '{"upload":{"bucket":"x","name":"n","metadata":{},"bytes":""}}'),
      /line 2/,
    ],
  ])('rejects %s and names the place', async (_name, bytes, expected) => {
    writeFileSync(file, bytes);
    await expect(checkBackup(file, acceptLine)).rejects.toThrow(expected);
    await expect(checkBackup(file, acceptLine)).rejects.toThrow(file);
  });
});

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const index = copy.length + at;
  copy[index] = (copy[index] ?? 0) ^ 0xff;
  return copy;
}
