import { describe, expect, it } from 'vitest';
import { aDemo, aPage, aSection, aSnapshot } from './content.fixture.ts';
import { queries } from './content.ts';
import { toEmbed } from './embed.ts';
import { selectHomepage } from './homepage.ts';
import { sectionStatus } from './kinds/section.ts';
import { defaultSettings, usableAnalyticsId } from './kinds/settings.ts';

describe('selectHomepage', () => {
  const shape = (...sections: Parameters<typeof selectHomepage>[0]) => {
    const { hero, blocks } = selectHomepage(sections);
    return [hero?.id ?? null, ...blocks.map((block) => `${block.section.id}:${block.imagePosition}`)];
  };

  it.each([
    ['returns no hero without sections', [], [null]],
    [
      'puts the hero first at any position',
      [aSection('a'), aSection('h', { section_key: 'hero', order_index: 9 })],
      ['h', 'a:left'],
    ],
    [
      'puts the first section on top without a hero',
      [aSection('b', { order_index: 1 }), aSection('a')],
      ['a', 'b:left'],
    ],
    [
      'alternates blocks, odd ones left',
      [
        aSection('h', { section_key: 'hero' }),
        aSection('a', { order_index: 1 }),
        aSection('b', { order_index: 2 }),
        aSection('c', { order_index: 3 }),
      ],
      ['h', 'a:left', 'b:right', 'c:left'],
    ],
    [
      'omits drafts and hidden sections',
      [aSection('a', { is_published: false }), aSection('b', { is_visible: false })],
      [null],
    ],
  ])('%s', (_name, sections, expected) => {
    expect(shape(...sections)).toEqual(expected);
  });
});

it.each([
  [false, false, 'Hidden'],
  [false, true, 'Hidden'],
  [true, false, 'Draft'],
  [true, true, 'Published'],
] as const)('sectionStatus of a section with visible=%s published=%s is %s', (is_visible, is_published, status) => {
  expect(sectionStatus({ is_visible, is_published })).toBe(status);
});

describe('pages and demos', () => {
  it('returns published pages with their formatted date, and null for others', () => {
    const snapshot = aSnapshot({ pages: [aPage('a'), aPage('b', { is_published: false })] });
    expect(queries.page(snapshot, 'a')).toMatchObject({ title: 'Title a', updatedOn: 'February 3, 2026' });
    expect(queries.page(snapshot, 'b')).toBeNull();
  });

  it('never returns the embed of a protected demo', () => {
    const demos = [aDemo('open'), aDemo('shut', { is_password_protected: true })];
    const snapshot = aSnapshot({ demos, embeds: { open: 'https://a.example', shut: 'https://secret.example' } });
    expect(queries.demo(snapshot, 'open')?.embed).toEqual({ type: 'url', url: 'https://a.example' });
    expect(JSON.stringify([queries.demo(snapshot, 'shut'), queries.gallery(snapshot)])).not.toContain('secret');
  });

  it('lists the gallery newest first', () => {
    const demos = [
      aDemo('old'),
      aDemo('new', { created_at: '2026-05-01T00:00:00.000Z' }),
      aDemo('draft', { is_published: false }),
    ];
    expect(queries.gallery(aSnapshot({ demos })).map((demo) => demo.id)).toEqual(['new', 'old']);
  });
});

describe('linked', () => {
  const pages = [aPage('a b', { slug: 'ab', nav_label: 'Short' }), aPage('draft', { is_published: false })];
  const demos = [aDemo('d', { is_password_protected: true })];
  const snapshot = aSnapshot({ pages, demos, embeds: { d: 'https://secret.example' } });

  it('returns name, path and shown fields of a published document', () => {
    const linked = queries.linked(snapshot, 'page:a%20b');
    expect(linked).toMatchObject({ id: 'a b', kind: 'page', name: 'Title a b', path: '/page/ab' });
    expect(linked?.fields).toMatchObject({ title: 'Title a b', body: 'Body of a b' });
    expect(linked?.fields).not.toHaveProperty('nav_label');
  });

  it('returns no embed and no password of a protected demo', () => {
    const linked = queries.linked(snapshot, 'demo:d');
    expect(linked).toMatchObject({ name: 'Demo d', path: '/demo/d' });
    expect(JSON.stringify(linked)).not.toMatch(/secret|password":/);
  });

  it.each(['page:draft', 'page:none', 'section:s', 'a%20b', '', 'page:%FF'])('returns null for %j', (link) => {
    expect(queries.linked(snapshot, link)).toBeNull();
  });
});

describe('sitemap', () => {
  it('lists the fixed entries, then pages and demos by path', () => {
    const snapshot = aSnapshot({
      pages: [aPage('b'), aPage('a'), aPage('draft', { is_published: false })],
      demos: [aDemo('d'), aDemo('draft', { is_published: false })],
    });
    expect(queries.sitemap(snapshot)).toEqual({
      entries: [
        '/ 2026-03-04 weekly 1.0',
        '/demos 2026-03-04 weekly 0.8',
        '/page/a 2026-02-03 monthly 0.8',
        '/page/b 2026-02-03 monthly 0.8',
        '/demo/d 2026-02-03 monthly 0.6',
      ].join('\n'),
    });
  });

  it('lists several files that contain each entry once if the entries do not fit into one', () => {
    const pages = Array.from({ length: 2_001 }, (_, index) => aPage(`p${String(index)}`));
    const snapshot = aSnapshot({ pages });
    const index = queries.sitemap(snapshot);
    const parts = 'parts' in index ? index.parts.split('\n') : [];
    expect(parts[0]).toBe('main 2026-03-04');
    const names = '0000 0001 001 0100 0101 011 100 101 1100 1101 1110 1111'.split(' ');
    expect(parts.slice(1)).toEqual(names.map((part) => `${part} 2026-02-03`));
    const entries = parts.flatMap((one) => queries.sitemapPart(snapshot, one.split(' ')[0] ?? '')?.split('\n') ?? []);
    const listed = entries.map((entry) => entry.split(' ')[0]);
    expect(listed.sort()).toEqual(['/', '/demos', ...pages.map(({ slug }) => `/page/${slug}`)].sort());
    for (const unknown of ['', '00', 'other']) expect(queries.sitemapPart(snapshot, unknown)).toBeNull();
  });
});

describe('site', () => {
  it('takes the year of the copyright line from the content, not the clock', () => {
    const snapshot = aSnapshot({});
    expect(queries.site({ ...snapshot, asOf: '2031-05-06' }).year).toBe(2031);
  });

  it.each([
    [null, 'http://site.test'],
    ['https://brand.example', 'https://brand.example'],
    ['https://brand.example/', 'https://brand.example'],
  ])('returns for site_url %s the origin %s', (site_url, origin) => {
    const settings = { ...defaultSettings, general: { ...defaultSettings.general, site_url } };
    expect(queries.site(aSnapshot({}, { settings })).origin).toBe(origin);
  });

  it.each([
    ['G-ABC123', 'G-ABC123'],
    [' G-ABC123\n', 'G-ABC123'],
    ['UA-1', null],
    ['G-abc', null],
    ['G-A"><script>', null],
    ['', null],
    [null, null],
  ])('returns for analytics id %j the id %j', (entered, used) => {
    expect(usableAnalyticsId(entered)).toBe(used);
  });
});

describe('toEmbed', () => {
  it.each([
    [' https://a.example/x ', { type: 'url', url: 'https://a.example/x' }],
    [
      '<iframe src="https://a.example/?a=1&amp;b=2"></iframe>',
      { type: 'iframe', url: 'https://a.example/?a=1&b=2', settings: {} },
    ],
    [
      '<IFRAME title="x" SRC=https://a.example></IFRAME>',
      { type: 'iframe', url: 'https://a.example', settings: { title: 'x' } },
    ],
    ['<script>1</script>', { type: 'script', code: '<script>1</script>' }],
    ['<link href="x"><div></div>', { type: 'script', code: '<link href="x"><div></div>' }],
    ['<iframe src="javascript:alert(1)"></iframe>', null],
  ])('parses %s', (code, embed) => {
    expect(toEmbed(code)).toEqual(embed);
  });
});
