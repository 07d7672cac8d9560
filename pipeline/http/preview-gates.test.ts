import { createHash } from 'node:crypto';
import { previewPaths } from '@frontage/model/preview';
import type { Role } from '@frontage/model/user';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LinkedPreview, withBanner } from './preview-pages.ts';
import { aToken } from './token.fixture.ts';
import { aDemo, anEmbed } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const adminOrigin = 'https://admin.example';
const token = 't'.repeat(43);
const site = eachOnSmallSite();
let linked: LinkedPreview | null;
let app: ReturnType<typeof openReceiver>;

beforeEach(async () => {
  linked = null;
  await site.pipeline.reconcile();
  await site.write('demo_embeds/d', anEmbed('https://demo.example/behind'));
  await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
  const drafts = {
    find: (hash: string) => Promise.resolve(hash === createHash('sha256').update(token).digest('hex') ? linked : null),
    count: () => Promise.resolve(),
    launch: () => Promise.resolve(null),
  };
  const staff = {
    previews: site.pipeline.previews,
    index: site.pipeline.index,
    health: site.pipeline.health,
    adminOrigin,
    drafts,
    siteHeaders: {},
  };
  app = openReceiver({ pipeline: site.pipeline, secret, staff });
});

async function openedBy(roles: Role[], question: object): Promise<string> {
  const response = await app.request(previewPaths.open, {
    method: 'POST',
    headers: { authorization: `Bearer ${aToken(secret, { uid: 'vic', roles })}`, origin: adminOrigin },
    body: JSON.stringify(question),
  });
  return new URL(((await response.json()) as { url: string }).url).pathname;
}
const fetchText = async (path: string) => (await app.request(path)).text();

const drafted = {
  collection: 'demos',
  id: 'd',
  data: { heading: 'Typed', slug: 'grace', is_password_protected: true },
};
const protectedHost = 'demo.example';

describe('the gate of a protected demo in a preview', () => {
  it.each<[string, Role[], object, string, boolean]>([
    ['opens for an editor in a preview of the demo', ['editor'], drafted, 'behind', true],
    [
      'opens for an editor with typed embed code',
      ['editor'],
      { ...drafted, data: { ...drafted.data, embed_code: 'https://demo.example/typed' } },
      'typed',
      true,
    ],
    [
      'opens for an editor in a preview of another document',
      ['editor'],
      { collection: 'pages', id: 'a', data: {} },
      'behind',
      true,
    ],
    ['stays closed for a viewer in a preview of the demo', ['viewer'], drafted, '', false],
    [
      'stays closed for a viewer in a preview of another document',
      ['viewer'],
      { collection: 'pages', id: 'a', data: {} },
      '',
      false,
    ],
  ])('%s', async (...[, roles, question, name, isShown]) => {
    const path = await openedBy(roles, question);
    expect(await fetchText(`${path}/demo/grace`)).not.toContain(protectedHost);
    const shown = await fetchText(`${path}/demo/grace?opened`);
    expect(shown.includes(isShown ? `${protectedHost}/${name}` : protectedHost)).toBe(isShown);
    expect(await fetchText(`${path}/demos?opened`)).not.toContain(protectedHost);
  });

  it.each([null, { is_password_protected: true, embed_code: 'https://demo.example/drafted' }])(
    'stays closed for visitors with a preview link (%o)',
    async (data) => {
      linked = { what: 'demo', id: 'd', data, expires_at: Date.now() + 60_000 };
      for (const path of ['', '/demo/grace', '/demo/grace?opened', '/demo/grace?opened=1']) {
        expect(await fetchText(`${previewPaths.link}/${token}${path}`)).not.toContain(protectedHost);
      }
    },
  );
});

it.each([
  ['closed', 'Show the protected content'],
  ['opened', 'Show the password form'],
  ['kept', 'does not show the protected content'],
] as const)('the banner states that the gate is %s', (gate, text) => {
  const html = '<html><head><title>A</title></head><body><main>B</main></body></html>';
  expect(withBanner(html, { gate, expiresAt: null, launch: null })).toContain(text);
  expect(withBanner(html, { gate: null, expiresAt: null, launch: null })).not.toContain('role="note"');
});

it('the banner contains the name of the launch, the change of the page and the expiry of the link', () => {
  const html = '<html><head><title>A</title></head><body><main>B</main></body></html>';
  const launch = { name: 'Spring <b>', change: 'changed' } as const;
  expect(withBanner(html, { gate: null, expiresAt: Date.parse('2026-02-03T10:00:00Z'), launch })).toContain(
    '<p>Unpublished preview of Spring &lt;b&gt; · This page changes · Link expires February 3, 2026, 10:00 UTC</p>',
  );
});
