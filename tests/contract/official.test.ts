import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const firestore = 'npx firebase setup:emulators:firestore';

it.each([
  ['official.ts', ['gcloud components install cloud-firestore-emulator', firestore, 'Java 17']],
  ['../rehearsal/rehearse.ts', [firestore, 'npx firebase setup:emulators:pubsub']],
])('%s exits with 2 and names the commands that install missing emulators', (script, named) => {
  const home = mkdtempSync(join(tmpdir(), 'frontage-no-emulator-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script)], {
      encoding: 'utf8',
      // Neither gcloud nor java.
      env: { HOME: home, PATH: dirname(process.execPath) },
    });
    expect([status, stdout]).toEqual([2, '']);
    for (const text of named) expect(stderr).toContain(text);
  } finally {
    rmSync(home, { recursive: true });
  }
});
