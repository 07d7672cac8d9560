import {
  appendFileSync,
  closeSync,
  copyFileSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../engine/text-pipeline.fixture.ts';
import { closeDatabase, openDatabase, recordCleanShutdown, wasClosedCleanly } from './database.ts';

let home: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  home = temporaryFolder();
  file = join(home.folder, 'pipeline.sqlite');
});
afterEach(() => home.remove());

const replaceByCopy = (): void => {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
};
const overwrite = (from: number): void => {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, from);
  closeSync(descriptor);
};
const rows: [string, (() => void) | null, boolean][] = [
  ['that is unchanged', null, true],
  ['that was written to', () => appendFileSync(file, 'x'), false],
  ['with another modification time', () => utimesSync(file, 1, 1), false],
  ['that was replaced by a copy', replaceByCopy, false],
  ['that was deleted', () => rmSync(file), false],
  ['with a write-ahead log', () => writeFileSync(`${file}-wal`, 'x'), false],
  ['without a record', () => rmSync(`${file}.whole`), false],
];

it.each(rows)('compares the record with a database file %s', (_title, change, isSame) => {
  writeFileSync(file, 'whole');
  recordCleanShutdown(file);
  change?.();
  expect(wasClosedCleanly(file)).toBe(isSame);
});

it('does not record a file with a write-ahead log', () => {
  writeFileSync(file, 'whole');
  writeFileSync(`${file}-wal`, 'x');
  recordCleanShutdown(file);
  rmSync(`${file}-wal`);
  expect(wasClosedCleanly(file)).toBe(false);
});

it('records a clean shutdown only when the last user closes the database', () => {
  const [first, second] = [openDatabase(home.folder), openDatabase(home.folder)];
  closeDatabase(first);
  expect(wasClosedCleanly(file)).toBe(false);
  closeDatabase(second);
  expect(wasClosedCleanly(file)).toBe(true);
  const third = openDatabase(home.folder);
  third.exec("INSERT INTO outbox (path, data) VALUES ('a', 'b')");
  expect(wasClosedCleanly(file)).toBe(false);
  third.close();
  expect(wasClosedCleanly(file)).toBe(false);
});

it('refuses to open a database that was damaged after it was closed', () => {
  const database = openDatabase(home.folder);
  for (let row = 0; row < 200; row += 1) {
    database.exec(`INSERT INTO outbox (path, data) VALUES ('${String(row)}', '${'x'.repeat(200)}')`);
  }
  closeDatabase(database);
  overwrite(6 * 4096);
  expect(() => openDatabase(home.folder)).toThrow('is damaged');
});
