import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { startStack } from '../../e2e/stack.ts';
import { openDeployment } from './deployment.ts';

/** Measures publishing without webhooks in real time: an edit waits for the sweep, which runs every minute. */

const longest = 70_000;
const noWebhooks = `const real = globalThis.fetch;
globalThis.fetch = (to, ...rest) => String(to).endsWith('/hooks/publish') ? Promise.reject(new Error('lost')) : real(to, ...rest);`;

/** Milliseconds until `isShown` returns true, polled every 50 ms. */
async function until(isShown: () => Promise<boolean> | boolean): Promise<number> {
  const started = performance.now();
  while (!(await isShown())) {
    if (performance.now() - started > 2 * longest) throw new Error('The edit was not published');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Math.round(performance.now() - started);
}

it('a service publishes an edit within 70 seconds without a hint', { tags: 'full', timeout: 300_000 }, async () => {
  const deployment = await openDeployment({ latency: 60 });
  try {
    await deployment.write('a', { title: 'First' });
    await deployment.serve('first');
    await until(() => deployment.page('a')?.includes('First') ?? false);
    await deployment.write('a', { title: 'Second', rev: 2 });
    const ms = await until(() => deployment.page('a')?.includes('Second') ?? false);
    process.stdout.write(`served, without a hint: live after ${String(ms)} ms\n`);
    expect(ms).toBeLessThan(longest);
  } finally {
    await deployment.end();
  }
});

it(
  'a local installation publishes an edit within 70 seconds without a hint',
  { tags: 'full', timeout: 300_000 },
  async () => {
    const stack = await startStack({
      env: { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(noWebhooks).toString('base64')}` },
    });
    process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
    const app = initializeApp({ projectId: stack.project }, 'unhinted');
    try {
      const firestore: Firestore = getFirestore(app);
      const { docs } = await firestore.collection('pages').where('is_published', '==', true).limit(1).get();
      const [page] = docs;
      if (!page) throw new Error('The example content has no page');
      await page.ref.update({ title: 'Unhinted', rev: Number(page.get('rev')) + 1, updated_at: Timestamp.now() });
      const address = `${stack.site}/page/${String(page.get('slug'))}`;
      const ms = await until(async () => (await (await fetch(address)).text()).includes('Unhinted'));
      process.stdout.write(`local, without a hint: live after ${String(ms)} ms\n`);
      expect(ms).toBeLessThan(longest);
    } finally {
      await deleteApp(app);
      await stack.stop();
    }
  },
);
