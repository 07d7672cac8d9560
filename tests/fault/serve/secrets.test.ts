import { aDemo, anEmbed } from '@frontage/pipeline/sync/documents.fixture';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWorld, type Machine, type Deployment } from './world.ts';

/** Secrets appear in no log line and no public data, under any failure. */

const patience = { timeout: 60_000, interval: 20 };
const canaries = {
  'the code of a protected demo': 'canary-embed-4711',
  'the code of a protected demo that is not valid': 'canary-invalid-4712',
  'the hash of a password': 'canary-hash-4713',
  'a name on the staff': 'canary-person-4714',
  'the body of a message that nobody signed': 'canary-forged-4715',
};

let world: Deployment;
let machine: Machine;

beforeAll(async () => {
  world = await openWorld({ latency: 5 });
  const now = new Date();
  const put = (path: string, data: object) =>
    world.firestore.doc(path).set({ ...data, created_at: now, updated_at: now });
  await put('demo_pages/d', aDemo({ slug: 'd', is_password_protected: true }));
  await put('demo_embeds/d', anEmbed(`<script>${canaries['the code of a protected demo']}</script>`));
  await put('demo_pages/e', aDemo({ slug: 'e', is_password_protected: true }));
  await put('demo_embeds/e', {
    ...anEmbed(),
    iframe_url: { x: canaries['the code of a protected demo that is not valid'] },
  });
  await put('demo_secrets/d', { password_hash: canaries['the hash of a password'] });
  await put('profiles/p', { email: canaries['a name on the staff'] });
  await world.write('a', { title: 'First' });
  machine = await world.serve('first');
  await vi.waitFor(() => expect(world.page('a')).toContain('First'), patience);
}, 300_000);

afterAll(() => world.end());

const title = async (text: string, rev: number): Promise<void> => {
  await world.write('a', { title: text, rev });
  await machine.hint('a');
};

/** Everything that goes wrong once. */
async function goThroughTrouble(): Promise<void> {
  const body = JSON.stringify({ forged: canaries['the body of a message that nobody signed'] });
  const headers = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': `v1,${body}` };
  await fetch(`${machine.address}/hooks/publish`, { method: 'POST', body, headers });
  for (const [index, trouble] of ([403, 429, 'hang-up'] as const).entries()) {
    let left = trouble === 403 ? 2 : 6;
    world.hosting.trouble = () => ((left -= 1) >= 0 ? trouble : null);
    await title(`Trouble ${String(trouble)}`, index + 2);
    await vi.waitFor(() => expect(world.page('a')).toContain(`Trouble ${String(trouble)}`), patience);
  }
  world.hosting.trouble = () => null;
}

/** Public data: Hosting's files, the service's answers, and the state's objects without credentials. */
async function readable(): Promise<string> {
  const answers = await Promise.all(
    ['/status', '/healthz', '/hooks/publish', '/none'].map(async (path) =>
      (await fetch(machine.address + path)).text(),
    ),
  );
  const objects = await Promise.all(
    (await world.stateObjects()).map(async (name) => {
      const address = `http://${world.addresses.storage}/v0/b/frontage-state/o/${encodeURIComponent(name)}?alt=media`;
      const response = await fetch(address);
      expect(response.ok, name).toBe(false);
      return response.text();
    }),
  );
  expect(objects.length).toBeGreaterThan(3);
  return [...Object.values(world.hosting.served()), ...answers, ...objects].join('\n');
}

it('are in neither logs nor public data', { tags: 'full', timeout: 120_000 }, async () => {
  await goThroughTrouble();
  const shown = await readable();
  expect(await machine.stop()).toBe(0);
  const logged = machine.said();
  expect(logged).toContain('"event":"outlet-failed"');
  expect(logged).toContain('Grant the service account roles/firebasehosting.admin');
  const secrets = { ...canaries, ...world.secrets };
  const found = Object.entries(secrets).flatMap(([what, secret]) => [
    ...(logged.includes(secret) ? [`${what} is logged`] : []),
    ...(shown.includes(secret) ? [`${what} can be read`] : []),
  ]);
  expect(found).toEqual([]);
});
