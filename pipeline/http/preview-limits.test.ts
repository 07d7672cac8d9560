import { limits } from '@frontage/model/limits';
import { newPage } from '@frontage/model/kinds/page';
import { previewPaths } from '@frontage/model/preview';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admin } from '../preview/proposed-changes.fixture.ts';
import { aToken } from './token.fixture.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const adminOrigin = 'https://admin.example';
const site = eachOnSmallSite();
beforeEach(() => site.pipeline.reconcile());
afterEach(() => void vi.useRealTimers());

const draw = async (id: string, data: object) => {
  const drawn = await site.pipeline.previews.draw({ what: 'page', id, data: { ...data } }, null, admin);
  return drawn.ok ? drawn.value : null;
};
const fieldsOf = (drawn: Awaited<ReturnType<typeof draw>>) => drawn?.problems.map(({ field }) => field);

describe('a preview of typed values', () => {
  it('renders a page whose parent is its child, and reports the field', async () => {
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', parent_id: 'a' }));
    const drawn = await draw('a', { title: 'Typed', slug: 'ada', parent_id: 'b' });
    expect(fieldsOf(drawn)).toEqual(['parent_id']);
    expect(drawn?.html).toContain('Typed');
  });

  it.each([
    [limits.body, [], true],
    [limits.body + 1, ['body'], false],
  ])('renders a body only up to the maximum length: %d characters', async (length, problems, isTyped) => {
    const drawn = await draw('a', { title: 'Typed', slug: 'ada', body: 'words '.repeat(limits.body).slice(0, length) });
    expect(fieldsOf(drawn)).toEqual(problems);
    expect((drawn?.html.length ?? 0) > limits.body).toBe(isTyped);
  });

  it('renders concurrent drafts of one page separately', async () => {
    const titles = Array.from({ length: 20 }, (_, index) => `Window ${String(index)}.`);
    const drawn = await Promise.all(titles.map((title) => draw('a', { ...newPage, title, slug: 'ada' })));
    expect(drawn.map((one) => [...new Set(one?.html.match(/Window \d+\./g))])).toEqual(titles.map((one) => [one]));
  });
});

describe('a draft opened in a tab', () => {
  const open = async (app: ReturnType<typeof openReceiver>) => {
    const response = await app.request(previewPaths.open, {
      method: 'POST',
      headers: { authorization: `Bearer ${aToken(secret, { expires_at: Date.now() + 600_000 })}`, origin: adminOrigin },
      body: JSON.stringify({ collection: 'pages', id: 'a', data: { title: 'Typed', slug: 'ada' } }),
    });
    return new URL(((await response.json()) as { url: string }).url).pathname;
  };
  const receiver = () =>
    openReceiver({
      pipeline: site.pipeline,
      secret,
      staff: {
        previews: site.pipeline.previews,
        index: site.pipeline.index,
        health: site.pipeline.health,
        adminOrigin,
        drafts: null,
        siteHeaders: {},
      },
    });
  const statusOf = async (app: ReturnType<typeof openReceiver>, path: string) => (await app.request(path)).status;

  it('is not found after ten minutes, as a link or in another process', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const app = receiver();
    const path = await open(app);
    const ticket = path.slice(previewPaths.opened.length + 1);
    expect(await statusOf(app, `${path}/page/ada`)).toBe(200);
    expect(await statusOf(app, `${previewPaths.link}/${ticket}/page/ada`)).toBe(404);
    expect(await statusOf(receiver(), `${path}/page/ada`)).toBe(404);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    for (const address of ['', '/', '/page/ada', '/page/babbage'])
      expect(await statusOf(app, path + address)).toBe(404);
  });

  it('is removed after many newer drafts were opened', async () => {
    const app = receiver();
    const oldest = await open(app);
    for (let newer = 0; newer < 50; newer += 1) await open(app);
    expect(await statusOf(app, oldest)).toBe(404);
    expect(await statusOf(app, `${await open(app)}/page/ada`)).toBe(200);
  });
});
