import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, 'official.ts');
const rehearsal = join(import.meta.dirname, '../rehearsal/rehearse.ts');

it('a rehearsal exits with 2 and names the commands that install missing emulators', () => {
  const home = mkdtempSync(join(tmpdir(), 'frontage-no-emulator-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [rehearsal], {
      encoding: 'utf8',
      env: { HOME: home, PATH: dirname(process.execPath) },
    });
    expect([status, stdout]).toEqual([2, '']);
    for (const part of ['firestore', 'pubsub']) expect(stderr).toContain(`npx firebase setup:emulators:${part}`);
  } finally {
    rmSync(home, { recursive: true });
  }
});

it('exits with 2 and explains how to get the emulator if none is found', () => {
  const home = mkdtempSync(join(tmpdir(), 'frontage-no-emulator-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      // Neither gcloud nor java.
      env: { HOME: home, PATH: dirname(process.execPath) },
    });
    expect([status, stdout]).toEqual([2, '']);
    for (const way of ['gcloud components install cloud-firestore-emulator', 'npx firebase setup:emulators:firestore'])
      expect(stderr).toContain(way);
    expect(stderr).toContain('Java 17');
  } finally {
    rmSync(home, { recursive: true });
  }
});
