import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { copyCompiled } from '../data-folders.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { findFreePorts, startStack } from './stack.ts';

const root = join(import.meta.dirname, '../..');

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

// npm sends the signal to a shell, which does not forward it.
it('npm start ends all services when npm receives SIGTERM', { tags: 'full', timeout: 180_000 }, async () => {
  const port = await findFreePorts(8);
  const data = mkdtempSync(join(tmpdir(), 'frontage-stop-'));
  copyCompiled(data);
  const npm = spawn('npm', ['start', '--', '--json', '--port', String(port), '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: npm.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('"event":"ready"') && resolve());
    npm.once('exit', () => reject(new Error('npm start ended before it was ready')));
  });
  expect(await answers(`http://127.0.0.1:${port}/`)).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(() => answers(`http://127.0.0.1:${port}/`), { timeout: 20_000 }).toBe(false);
  await expect.poll(() => answers(`http://127.0.0.1:${port + 7}/`), { timeout: 20_000 }).toBe(false);
  rmSync(data, { recursive: true, force: true });
});

it(
  'SIGTERM ends a start within 40 seconds while functions are running',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const stack = await startStack({ isSeeded: true });
    process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
    const app = initializeApp({ projectId: stack.project }, 'stopping');
    const firestore = getFirestore(app);
    const batch = firestore.batch();
    for (let index = 0; index < 500; index += 1) batch.set(firestore.doc(`pages/p${index}`), { rev: 1, title: 'Page' });
    await batch.commit();
    await deleteApp(app);
    const late = new Promise((resolve) => setTimeout(resolve, 40_000, 'still running'));
    expect(await Promise.race([stack.stop().then(() => 'ended'), late])).toBe('ended');
  },
);
