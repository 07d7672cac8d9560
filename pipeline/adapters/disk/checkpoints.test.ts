import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../engine/text-pipeline.fixture.ts';
import { closeDatabase, openCheckpoints, openDatabase } from './database.ts';

let home: ReturnType<typeof temporaryFolder>;
let database: DatabaseSync;
const text = 'x'.repeat(100_000);
const writes = 60;
const sizeOf = (name: string): number => statSync(join(home.folder, name)).size;
const write = (): void =>
  void database.prepare('INSERT INTO images (address, record) VALUES (?, ?)').run(crypto.randomUUID(), text);

beforeEach(() => {
  vi.useFakeTimers();
  home = temporaryFolder();
  database = openDatabase(home.folder);
});
afterEach(() => {
  vi.useRealTimers();
  closeDatabase(database);
  home.remove();
});

it('commits do not checkpoint a small log', () => {
  const before = sizeOf('pipeline.sqlite');
  for (let count = 0; count < writes; count += 1) write();
  expect(sizeOf('pipeline.sqlite')).toBe(before);
  expect(sizeOf('pipeline.sqlite-wal')).toBeGreaterThan(writes * text.length);
});

it('checkpoints the log whenever commits pause, and resets it', async () => {
  const checkpoints = openCheckpoints(database);
  for (let count = 0; count < writes; count += 1) {
    write();
    checkpoints.soon();
    await vi.runAllTimersAsync();
  }
  expect(sizeOf('pipeline.sqlite')).toBeGreaterThan(writes * text.length);
  expect(sizeOf('pipeline.sqlite-wal')).toBeLessThan(5 * text.length);
  checkpoints.end();
});

it('leaves no timer after it ends', () => {
  const checkpoints = openCheckpoints(database);
  checkpoints.soon();
  checkpoints.end();
  expect(vi.getTimerCount()).toBe(0);
});
