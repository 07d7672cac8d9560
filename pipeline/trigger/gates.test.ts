import { createHash } from 'node:crypto';
import { previewPaths } from '@frontage/model/preview';
import type { Role } from '@frontage/model/user';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LinkedDraft } from '../preview/linked-drafts.ts';
import { withBanner } from '../preview/preview-banner.ts';
import { aToken } from '../preview/token.fixture.ts';
import { aDemo, anEmbed } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const adminOrigin = 'https://admin.example';
const token = 't'.repeat(43);
const site = eachOnSmallSite();
let linked: LinkedDraft | null;
let app: ReturnType<typeof openReceiver>;

beforeEach(async () => {
  linked = null;
  await site.pipeline.reconcile();
  await site.write('demo_embeds/d', anEmbed('https://demo.example/behind'));
  await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
  const drafts = {
    find: (hash: string) => Promise.resolve(hash === createHash('sha256').update(token).digest('hex') ? linked : null),
    count: () => Promise.resolve(),
  };
  const staff = { previews: site.pipeline.previews, adminOrigin, drafts, siteHeaders: {} };
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
const look = async (path: string) => (await app.request(path)).text();

const drafted = {
  collection: 'demos',
  id: 'd',
  data: { heading: 'Typed', slug: 'grace', is_password_protected: true },
};
const behind = 'demo.example';

describe('behind the gate of a protected demo', () => {
  it.each<[string, Role[], object, string, boolean]>([
    ['an editor looks at its draft', ['editor'], drafted, 'behind', true],
    [
      'an editor looks at code that was typed',
      ['editor'],
      { ...drafted, data: { ...drafted.data, embed_code: 'https://demo.example/typed' } },
      'typed',
      true,
    ],
    ['an editor looks from another draft', ['editor'], { collection: 'pages', id: 'a', data: {} }, 'behind', true],
    ['a viewer sees nothing', ['viewer'], drafted, '', false],
    ['a viewer sees nothing from another draft', ['viewer'], { collection: 'pages', id: 'a', data: {} }, '', false],
  ])('%s', async (...[, roles, question, name, isShown]) => {
    const place = await openedBy(roles, question);
    expect(await look(`${place}/demo/grace`)).not.toContain(behind);
    const shown = await look(`${place}/demo/grace?opened`);
    expect(shown.includes(isShown ? `${behind}/${name}` : behind)).toBe(isShown);
    expect(await look(`${place}/demos?opened`)).not.toContain(behind);
  });

  it.each([null, { is_password_protected: true, embed_code: 'https://demo.example/drafted' }])(
    'a link shows nothing (%o)',
    async (data) => {
      linked = { what: 'demo', id: 'd', data, expires_at: Date.now() + 60_000 };
      for (const path of ['', '/demo/grace', '/demo/grace?opened', '/demo/grace?opened=1']) {
        expect(await look(`${previewPaths.link}/${token}${path}`)).not.toContain(behind);
      }
    },
  );
});

it.each([
  ['closed', 'Show the protected content'],
  ['opened', 'Show the gate'],
  ['kept', 'does not show the protected content'],
] as const)('a gate that is %s says so', (gate, words) => {
  const html = '<html><head><title>A</title></head><body><main>B</main></body></html>';
  expect(withBanner(html, { gate, expiresAt: null })).toContain(words);
  expect(withBanner(html, { gate: null, expiresAt: null })).not.toContain('role="note"');
});
