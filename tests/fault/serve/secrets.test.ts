import { aDemo, anEmbed } from '../../../pipeline/sync/documents.fixture.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDeployment, type Machine, type Deployment } from './deployment.ts';

/** Secrets appear in no log line and no public data, under any failure. */

const patience = { timeout: 60_000, interval: 20 };
const canaries = {
  'the code of a protected demo': 'canary-embed-4711',
  'the code of a protected demo that is not valid': 'canary-invalid-4712',
  'the hash of a password': 'canary-hash-4713',
  'the email of a staff member': 'canary-person-4714',
  'the body of an unsigned message': 'canary-forged-4715',
};

let deployment: Deployment;
let machine: Machine;

beforeAll(async () => {
  deployment = await openDeployment({ latency: 5 });
  const now = new Date();
  const put = (path: string, data: object) =>
    deployment.firestore.doc(path).set({ ...data, created_at: now, updated_at: now });
  await put('demo_pages/d', aDemo({ slug: 'd', is_password_protected: true }));
  await put('demo_embeds/d', anEmbed(`<script>${canaries['the code of a protected demo']}</script>`));
  await put('demo_pages/e', aDemo({ slug: 'e', is_password_protected: true }));
  await put('demo_embeds/e', {
    ...anEmbed(),
    iframe_url: { x: canaries['the code of a protected demo that is not valid'] },
  });
  await put('demo_secrets/d', { password_hash: canaries['the hash of a password'] });
  await put('profiles/p', { email: canaries['the email of a staff member'] });
  await deployment.write('a', { title: 'First' });
  machine = await deployment.serve('first');
  await vi.waitFor(() => expect(deployment.page('a')).toContain('First'), patience);
}, 300_000);

afterAll(() => deployment.end());

const title = async (text: string, rev: number): Promise<void> => {
  await deployment.write('a', { title: text, rev });
  await machine.hint('a');
};

/** Sends a forged hint and makes Hosting fail with 403, 429 and a closed connection. */
async function causeFailures(): Promise<void> {
  const body = JSON.stringify({ forged: canaries['the body of an unsigned message'] });
  const headers = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': `v1,${body}` };
  await fetch(`${machine.address}/hooks/publish`, { method: 'POST', body, headers });
  for (const [index, trouble] of ([403, 429, 'hang-up'] as const).entries()) {
    let left = trouble === 403 ? 2 : 6;
    deployment.hosting.trouble = () => ((left -= 1) >= 0 ? trouble : null);
    await title(`Trouble ${String(trouble)}`, index + 2);
    await vi.waitFor(() => expect(deployment.page('a')).toContain(`Trouble ${String(trouble)}`), patience);
  }
  deployment.hosting.trouble = () => null;
}

/** All public data: Hosting's files, the service's responses, and responses for state objects without credentials. */
async function publicData(): Promise<string> {
  const answers = await Promise.all(
    ['/status', '/healthz', '/hooks/publish', '/none'].map(async (path) =>
      (await fetch(machine.address + path)).text(),
    ),
  );
  const objects = await Promise.all(
    (await deployment.stateObjects()).map(async (name) => {
      const address = `http://${deployment.addresses.storage}/v0/b/frontage-state/o/${encodeURIComponent(name)}?alt=media`;
      const response = await fetch(address);
      expect(response.ok, name).toBe(false);
      return response.text();
    }),
  );
  expect(objects.length).toBeGreaterThan(3);
  return [...Object.values(deployment.hosting.served()), ...answers, ...objects].join('\n');
}

it('secrets are in neither logs nor public data', { tags: 'full', timeout: 120_000 }, async () => {
  await causeFailures();
  const shown = await publicData();
  expect(await machine.stop()).toBe(0);
  const logged = machine.said();
  expect(logged).toContain('"event":"outlet-failed"');
  expect(logged).toContain('Grant the service account roles/firebasehosting.admin');
  const secrets = { ...canaries, ...deployment.secrets };
  const found = Object.entries(secrets).flatMap(([name, secret]) => [
    ...(logged.includes(secret) ? [`${name} is logged`] : []),
    ...(shown.includes(secret) ? [`${name} can be read`] : []),
  ]);
  expect(found).toEqual([]);
});
