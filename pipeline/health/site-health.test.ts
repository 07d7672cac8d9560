import type { Finding, HealthRule } from '@frontage/model/health';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';
import { linkedRenderer } from '../render/linked-renderer.fixture.ts';
import { aDemo, anEmbed, aPage, aRedirect, aSection, aSetting } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';

const site = eachOnSmallSite();
const long = 'x'.repeat(170);

beforeEach(async () => {
  await site.pipeline.close();
  await site.open({ renderer: linkedRenderer });
  await site.pipeline.reconcile();
});

async function findings(): Promise<readonly Finding[]> {
  await site.pipeline.health.settle();
  return site.pipeline.health.findings();
}

const shortOf = ({ rule, path, message, document, field, find }: Finding): string =>
  [rule, path, message, document, field, find].join(' | ');

const from = async (rule: HealthRule): Promise<string[]> =>
  (await findings()).filter((found) => found.rule === rule).map(shortOf);

/** A page that no other rule concerns. */
const page = (fields: JsonObject) => aPage({ slug: 'ada', title: 'Ada', meta_description: 'About Ada', ...fields });
const texts: [string, HealthRule, JsonObject, string[]][] = [
  [
    'a dead link',
    'dead-link',
    { body: '[x](/page/none)' },
    ['dead-link | /page/ada | “/page/none” does not exist | pages/a | body | /page/none'],
  ],
  [
    'a link to a document that does not exist',
    'dead-link',
    { body: '[x](page:none)' },
    ['dead-link | /page/ada | The page “none” does not exist | pages/a | body | page:none'],
  ],
  [
    'a link to an unpublished page by address',
    'unpublished-link',
    { body: '[x](/draft)' },
    ['unpublished-link | /page/ada | “/draft” is not published | pages/a | body | /draft'],
  ],
  [
    'a link to an unpublished page by id, which is shown as text',
    'unpublished-link',
    { body: '[x](page:draft)' },
    ['unpublished-link | /page/ada | “About” is not published | pages/a | body | page:draft'],
  ],
  [
    'a link to a missing heading',
    'dead-anchor',
    { body: '[x](page:b#none)' },
    ['dead-anchor | /page/ada | “/page/babbage#none” names no part of /page/babbage | pages/a | body | page:b#none'],
  ],
  [
    'a link to a missing heading of the page itself',
    'dead-anchor',
    { body: '## Part\n\n[x](#part) [y](#none)' },
    ['dead-anchor | /page/ada | “#none” names no part of /page/ada | pages/a | body | #none'],
  ],
  [
    'an image without alternative text',
    'image-alt',
    { body: '![](/logo.png) ![A logo](/logo.png)' },
    ['image-alt | /page/ada | logo.png has no alternative text | pages/a | body | ![]('],
  ],
  ['no image that decorates a link with text', 'image-alt', { body: '[![](/logo.png) Home](/)' }, []],
  [
    'a duplicate title',
    'title-duplicate',
    { title: 'Babbage' },
    [
      'title-duplicate | /page/ada | “Babbage” is also the title of /page/babbage | pages/a | title | ',
      'title-duplicate | /page/babbage | “Babbage” is also the title of /page/ada | pages/b | title | ',
    ],
  ],
  [
    'a long title',
    'title-long',
    { title: 'x'.repeat(61) },
    [`title-long | /page/ada | “${'x'.repeat(61)}” has 61 characters | pages/a | title | `],
  ],
  [
    'a missing description beside a text',
    'description-missing',
    { meta_description: null, body: 'The beginning of the text describes it' },
    ['description-missing | /page/ada | The page lacks its own description | pages/a | meta_description | '],
  ],
  [
    'an orphan page',
    'orphan',
    { show_in_menu: false },
    ['orphan | /page/ada | Neither a page nor the menu links here | pages/a |  | '],
  ],
  ['no orphan page in the menu', 'orphan', { show_in_menu: true }, []],
  [
    'no working link',
    'dead-link',
    {
      body: '[a](/) [b](/babbage/) [c](/page/babbage?x#top) [d](http://site/demos) [e](mailto:a@b.example) [f](http://admin/x) [g](/admin) [h](/sitemap.xml)',
    },
    [],
  ],
];

describe('the findings of a text', () => {
  it.each(texts)('include %s', async (...[, rule, fields, expected]) => {
    await site.write('pages/a', page(fields));
    const found = await from(rule);
    const others = rule === 'orphan' || rule === 'description-missing' ? ['babbage', 'grace', '"/"'] : [];
    expect(found.filter((text) => !others.some((name) => text.includes(name)) && !text.includes(' | / | '))).toEqual(
      expected,
    );
  });
});

describe('a change of another document', () => {
  it.each<[string, HealthRule, JsonObject, [string, JsonObject | null], number, number]>([
    ['removes the target', 'dead-link', { body: '[x](/page/babbage)' }, ['pages/b', null], 0, 1],
    [
      'unpublishes the target',
      'unpublished-link',
      { body: '[x](page:b)' },
      ['pages/b', aPage({ slug: 'babbage', is_published: false, rev: 2 })],
      0,
      1,
    ],
    [
      'publishes the target',
      'unpublished-link',
      { body: '[x](page:draft)' },
      ['pages/draft', aPage({ slug: 'draft', rev: 2 })],
      1,
      0,
    ],
    [
      'adds the embed code of the target, which a block shown as text names',
      'unpublished-link',
      { body: '::::callout\n::button[A button]{href="demo:bare#part"}\n::::' },
      ['demo_embeds/bare', anEmbed()],
      1,
      0,
    ],
    [
      'removes the heading',
      'dead-anchor',
      { body: '[x](page:b#part)' },
      ['pages/b', aPage({ slug: 'babbage', body: 'None', rev: 2 })],
      0,
      1,
    ],
    [
      'redirects the address',
      'dead-link',
      { body: '[x](/page/none)' },
      ['redirects/r', aRedirect('/page/none', '/page/babbage')],
      1,
      0,
    ],
    [
      'redirects the address to nothing',
      'dead-link',
      { body: '[x](/page/none)' },
      ['redirects/r', aRedirect('/page/none', '/page/nothing')],
      1,
      2,
    ],
    ['takes the title', 'title-duplicate', {}, ['pages/b', aPage({ slug: 'babbage', title: 'Ada', rev: 2 })], 0, 2],
    [
      'links to an orphan page',
      'orphan',
      { show_in_menu: false },
      ['pages/b', aPage({ slug: 'babbage', body: '[x](page:a)', rev: 2 })],
      1,
      0,
    ],
    [
      'describes the site',
      'description-long',
      {},
      [
        'site_settings/general',
        aSetting({ site_url: null, site_description: long, contact_email: null, default_og_image: null }),
      ],
      0,
      1,
    ],
    [
      'changes a section to a dead link',
      'dead-link',
      {},
      ['homepage_sections/s', aSection({ content: '[x](/none)', rev: 2 })],
      0,
      1,
    ],
    [
      'redirects an address with a page',
      'redirect-unused',
      {},
      ['redirects/r', aRedirect('/page/ada', '/demos')],
      0,
      1,
    ],
  ])('that %s updates %s', async (...[, rule, fields, [path, data], before, after]) => {
    await site.write(
      'pages/b',
      aPage({ slug: 'babbage', title: 'Babbage', body: '## Part', show_in_menu: false, rev: 1 }),
    );
    await site.write('demo_pages/bare', aDemo({ slug: 'bare' }));
    await site.write('pages/a', page(fields));
    const own = async () => (await from(rule)).filter((text) => rule !== 'orphan' || text.includes('ada'));
    expect(await own()).toHaveLength(before);
    await site.write(path, data);
    expect(await own()).toHaveLength(after);
  });
});

it('reports redirects in a chain, with the document and address of each', async () => {
  await site.write('redirects/one', aRedirect('/one', '/two'));
  await site.write('redirects/two', aRedirect('/two', '/page/ada'));
  expect(await from('redirect-chain')).toEqual([
    'redirect-chain | /one | /two redirects to /page/ada | redirects//one | to | ',
  ]);
});

it('reads only changed pages, also after a restart', async () => {
  await findings();
  await site.pipeline.close();
  let reads = 0;
  await site.open({
    renderer: linkedRenderer,
    health: { validator: { validate: () => Promise.resolve(((reads += 1), [])), close: () => Promise.resolve() } },
  });
  await findings();
  const all = reads;
  await site.write('pages/b', aPage({ slug: 'babbage', title: 'Babbage', body: 'Other', show_in_menu: false, rev: 2 }));
  await findings();
  expect([all, reads - all]).toEqual([6, 1]);
});

it('leads from a dead link of the footer to its setting', async () => {
  await site.pipeline.close();
  await site.open({ renderer: linkedRenderer, health: { request: () => Promise.resolve({ status: 404 }) } });
  await site.pipeline.reconcile();
  await site.write('site_settings/social_links', aSetting({ facebook: 'https://social.example/us' }));
  await findings();
  site.pipeline.health.checkExternal();
  await expect
    .poll(() => from('external-link'))
    .toEqual([
      'external-link | / | “https://social.example/us” answers with 404 | site_settings/social_links | facebook | ',
    ]);
});

describe('links to other sites', () => {
  const requested: string[] = [];
  const responses: Record<string, object | string> = {
    'HEAD https://a.example/fine': { status: 200 },
    'HEAD https://a.example/gone': { status: 404 },
    'GET https://a.example/gone': { status: 404 },
    'HEAD https://a.example/no-head': { status: 405 },
    'GET https://a.example/no-head': { status: 200 },
    'HEAD https://a.example/refused': { status: 403 },
    'GET https://a.example/refused': { status: 403 },
    'HEAD https://b.example/': { failure: 'names a site that does not exist' },
  };
  const request = (url: string, method: string) => {
    requested.push(`${method} ${url}`);
    return Promise.resolve((responses[`${method} ${url}`] ?? 'offline') as 'offline');
  };
  const links = Object.keys(responses).map((key) => `[x](${key.slice(key.indexOf(' ') + 1)})`);
  const checked = async () => {
    await findings();
    site.pipeline.health.checkExternal();
    await expect.poll(() => site.pipeline.health.report().external.running).toBe(false);
    return from('external-link');
  };

  it('are checked on request, and their results survive a restart and a missing network', async () => {
    const health = { request };
    await site.pipeline.close();
    await site.open({ renderer: linkedRenderer, health });
    await site.pipeline.reconcile();
    await site.write('pages/a', page({ body: [...links, '[x](https://c.example/)'].join(' ') }));
    expect(await from('external-link')).toEqual([]);
    expect(requested).toEqual([]);
    const found = await checked();
    expect(found).toEqual([
      'external-link | /page/ada | “https://a.example/gone” answers with 404 | pages/a | body | https://a.example/gone',
      'external-link | /page/ada | “https://b.example/” names a site that does not exist | pages/a | body | https://b.example/',
    ]);
    expect(requested.filter((one) => one.includes('a.example'))).toEqual(Object.keys(responses).slice(0, 7));
    expect(site.pipeline.health.report().external).toEqual({
      running: false,
      done: 6,
      total: 6,
      checked_at: '2026-01-05T00:00:00.000Z',
      offline: false,
    });

    await site.pipeline.close();
    await site.open({ renderer: linkedRenderer });
    await site.pipeline.reconcile();
    expect(await from('external-link')).toEqual(found);
    expect(await checked()).toEqual(found);
    expect(site.pipeline.health.report().external.offline).toBe(true);
  });
});

describe('the plan of a change', () => {
  const editor = { uid: 'e', roles: ['editor' as const] };
  const planned = async (data: JsonObject | null, action: 'publish' | 'unpublish' | 'delete' = 'publish') => {
    const answer = await site.pipeline.previews.plan({ what: 'page', id: 'a', data, action }, editor);
    return answer.ok ? answer.value.problems?.map(({ rule, path, message }) => `${rule} | ${path} | ${message}`) : [];
  };
  const data = { title: 'Ada', slug: 'ada', is_published: true, show_in_menu: true, meta_description: 'About Ada' };

  beforeEach(async () => {
    await site.write('pages/a', page({ body: '[x](/old-problem)' }));
    await findings();
  });

  it.each<[string, JsonObject | null, 'publish' | 'delete', string[]]>([
    ['no problem that is live already', { ...data, body: '[x](/old-problem) and more' }, 'publish', []],
    ['a new dead link', { ...data, body: '[x](/none)' }, 'publish', ['dead-link | /page/ada | “/none” does not exist']],
    [
      'a duplicate title, for both pages',
      { ...data, title: 'Babbage' },
      'publish',
      [
        'title-duplicate | /page/ada | “Babbage” is also the title of /page/babbage',
        'title-duplicate | /page/babbage | “Babbage” is also the title of /page/ada',
      ],
    ],
  ])('names %s', async (...[, fields, action, expected]) => {
    expect(await planned(fields, action)).toEqual(expected);
  });

  it('marks the problems that the settings prevent', async () => {
    const seo = {
      sitemap_frequency: 'weekly',
      google_site_verification: null,
      bing_site_verification: null,
      robots_custom_rules: null,
    };
    const blocks = async () => {
      await findings();
      const asked = { ...data, body: '[x](/none)', title: 'Babbage' };
      const answer = await site.pipeline.previews.plan(
        { what: 'page', id: 'a', data: asked, action: 'publish' },
        editor,
      );
      return answer.ok ? answer.value.problems?.map(({ rule, blocks: isBlocking }) => [rule, isBlocking]) : [];
    };
    await site.write('site_settings/seo', aSetting(seo));
    const duplicates = [
      ['title-duplicate', false],
      ['title-duplicate', false],
    ];
    expect(await blocks()).toEqual([['dead-link', false], ...duplicates]);
    await site.write('site_settings/seo', { ...aSetting({ ...seo, blocking_rules: 'dead-link,unknown' }), rev: 2 });
    expect(await blocks()).toEqual([['dead-link', true], ...duplicates]);
  });

  it('names dead links of other pages to a deleted page', async () => {
    await site.write(
      'pages/b',
      aPage({ slug: 'babbage', title: 'Babbage', body: '[x](/ada)', show_in_menu: false, rev: 2 }),
    );
    await findings();
    expect(await planned(null, 'delete')).toEqual(['dead-link | /page/babbage | “/ada” does not exist']);
  });

  it('leaves the findings of the live site as they were', async () => {
    const before = await findings();
    await planned({ ...data, slug: 'lovelace', body: '[x](/none)' });
    await site.write('pages/b', aPage({ slug: 'babbage', title: 'B', body: 'Other', show_in_menu: false, rev: 2 }));
    await site.write(
      'pages/b',
      aPage({ slug: 'babbage', title: 'Babbage', body: 'Hello *there*.', show_in_menu: false, rev: 3 }),
    );
    expect(await findings()).toEqual(before);
  });

  describe('that affects more pages than an impact list renders', () => {
    const members = 12;
    beforeEach(async () => {
      for (let index = 0; index < members; index += 1) {
        const slug = `p${String(index)}`;
        const body = index === members - 1 ? '[x](/ada) [y](page:a)' : null;
        site.source.set(`pages/${slug}`, page({ slug, title: slug, meta_description: slug, body }));
      }
      await site.pipeline.close();
      await site.open({ renderer: linkedRenderer, exactUpTo: 4 });
      await site.pipeline.reconcile();
      await findings();
    });

    it.each<[string, JsonObject | null, 'publish' | 'unpublish' | 'delete']>([
      ['a dead link', { ...data, title: 'In the menu', body: '[x](/none)' }, 'publish'],
      ['a link to a heading that it loses', { ...data, slug: 'lovelace', body: '[x](/page/b#none)' }, 'publish'],
      ['unpublished', null, 'unpublish'],
      ['deleted', null, 'delete'],
      ['nothing', { ...data, title: 'In the menu', body: '[x](/old-problem)' }, 'publish'],
    ])('names the problems of the release that follows: %s', async (...[, fields, action]) => {
      const before = new Set((await findings()).map(shortOf));
      const answer = await site.pipeline.previews.plan({ what: 'page', id: 'a', data: fields, action }, editor);
      const plan = answer.ok ? answer.value : null;
      expect(plan?.exact).toBe(false);
      const announced = plan?.problems?.map(({ rule, path, message }) => `${rule} | ${path} | ${message}`);
      if (action === 'delete') await site.write('pages/a', null);
      else await site.write('pages/a', page({ ...fields, is_published: action === 'publish', rev: 3 }));
      const added = (await findings()).filter((found) => !before.has(shortOf(found)));
      expect(announced).toEqual(added.map(({ rule, path, message }) => `${rule} | ${path} | ${message}`));
    });
  });

  it('names nothing before the live site is checked', async () => {
    await site.write(
      'pages/b',
      aPage({ slug: 'babbage', title: 'Babbage', body: 'Other', show_in_menu: false, rev: 2 }),
    );
    expect(await planned({ ...data, body: '[x](/none)' })).toBeUndefined();
  });
});

it('locates the problems of thousands of links in one text, each once', async () => {
  const many = 9_000;
  const links = Array.from({ length: many }, (_, index) => `[a](/gone${index})`).join(' ');
  await site.write('pages/a', page({ body: links }));
  const dead = await from('dead-link');
  expect(dead).toHaveLength(many);
  expect(dead).toContain('dead-link | /page/ada | “/gone8999” does not exist | pages/a | body | /gone8999');
});

it('names documents whose ids are too long for drafts, versions and the trash', async () => {
  const [usable, unusable] = ['u'.repeat(1_480), 'v'.repeat(1_481)];
  await site.write(`pages/${usable}`, page({ slug: 'usable' }));
  await site.write(`pages/${unusable}`, page({ slug: 'unusable' }));
  await site.write(`homepage_sections/${unusable}`, aSection({ section_key: 'why-it-matters' }));
  const message = 'The id “vvvvvvvvvvvvvvvvvvvv…” is too long for drafts, versions and the trash';
  expect(await from('document-id')).toEqual([
    `document-id | / | ${message} | homepage_sections/${unusable} |  | `,
    `document-id | /page/unusable | ${message} | pages/${unusable} |  | `,
  ]);
});
