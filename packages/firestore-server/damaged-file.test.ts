import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { closeDatabaseFile, DamagedFileError, openDatabaseFile } from './damaged-file.ts';

function useFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'documents.sqlite');
}

const open = (file: string) =>
  openDatabaseFile(file, (database) => database.exec('CREATE TABLE IF NOT EXISTS documents (path TEXT, data TEXT)'));

/** Overwrites a page in the middle of a file with many rows. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 8 * 4096, 9 * 4096);
  writeFileSync(file, bytes);
}

function fill(file: string): void {
  const database = open(file);
  database.exec('BEGIN');
  for (let row = 0; row < 2_000; row++)
    database.prepare('INSERT INTO documents VALUES (?, ?)').run(`pages/${String(row)}`, 'text '.repeat(40));
  database.exec('COMMIT');
  closeDatabaseFile(database);
}

it('refuses a file with a damaged page, and names it', () => {
  const file = useFile();
  fill(file);
  damage(file);
  expect(() => open(file)).toThrow(DamagedFileError);
  expect(() => open(file)).toThrow(`${file} is damaged`);
});

it('opens a file that was closed, and one that was not', () => {
  const file = useFile();
  fill(file);
  const database = open(file);
  database.exec("INSERT INTO documents VALUES ('a', 'b')");
  database.close();
  expect(open(file).prepare('SELECT count(*) AS rows FROM documents').get()).toEqual({ rows: 2_001 });
});

it('checks a file after an unclean stop, even if its size and times are those of the clean stop before', () => {
  const file = useFile();
  fill(file);
  utimesSync(file, 1_000, 1_000);
  closeDatabaseFile(open(file));
  open(file).close();
  damage(file);
  utimesSync(file, 1_000, 1_000);
  expect(() => open(file)).toThrow(DamagedFileError);
});

it('names the missing folder of a file', () => {
  const file = useFile();
  expect(() => open(join(file, 'missing'))).toThrow(`${file} does not exist and cannot be created`);
});
