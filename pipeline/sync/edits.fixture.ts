import fc from 'fast-check';
import { aDemo, aMedia, anEmbed, aPage, aRedirect, aSection, aSetting, aSlug } from './documents.fixture.ts';
import type { MemorySource } from './memory-source.fixture.ts';
import type { Json, JsonObject } from './source.ts';
import { demoFields } from '@frontage/model/kinds/demo';
import type { Fields } from '@frontage/model/kinds/field';
import { pageFields } from '@frontage/model/kinds/page';
import { sectionFields } from '@frontage/model/kinds/section';
import { uploadAddress } from '../adapters/images/uploads.fixture.ts';

/** One write to the content: the new data of a document, or null for a deletion. */
export interface Edit {
  path: string;
  data: JsonObject | null;
}

const mostly = <Value>(usual: Value, ...seldom: Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, ...seldom.map((value) => fc.constant(value)));

const createdAt = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z');
/** Uploads that content may name. The last one never exists. */
export const uploads = ['u1', 'u2', 'u3', 'never'];
const image = fc.option(fc.constantFrom(...uploads.map(uploadAddress), 'https://elsewhere.example/x.png'), { freq: 2 });

// Few ids and slugs, so that documents conflict or belong together: equal slugs, parent cycles, demos and their embeds.
const pageIds = ['p1', 'p2', 'p3', 'p4'];
const demoIds = ['d1', 'd2', 'd3'];
const linked = fc.constantFrom(
  ...pageIds.map((id) => `page:${id}`),
  ...demoIds.map((id) => `demo:${id}#part`),
  'page:x',
  'page:p1#a-heading',
  ...['/page/a#a-heading', '/b', '/demo/a', '/old', '/demos#none', '/a/', 'https://elsewhere.example/a'],
);
const blocks = fc
  .array(
    fc.oneof(
      fc.constantFrom(...demoIds, 'x').map((id) => `::demo[A demo]{id="${id}"}`),
      fc.constantFrom(...uploads).map((name) => `::image[A picture]{src="${uploadAddress(name)}" width="wide"}`),
      linked.map((to) => `::button[A button]{href="${to}"}`),
      fc.constant('::video[A film]{url="https://youtu.be/abcdefghijk"}'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((found) => `::::callout\n${found.join('\n')}\n::::`);
const text = fc.oneof(
  fc.constantFrom('One', 'Two', 'Three *marked* words', '# A heading\n\nand more'),
  fc.constantFrom(...uploads).map((name) => `![](${uploadAddress(name)})`),
  blocks,
  fc.array(linked, { minLength: 1, maxLength: 3 }).map((links) => links.map((to) => `[A link](${to})`).join(' and ')),
);
const published = mostly(true, false);
const slug = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  fc.constantFrom('Not a slug', '../up', 'admin', '', 'search', 'feed'),
);

/** One of the usual values, and rarely one that makes the document invalid. */
const rarely = (invalid: Json, usual: Json[]) =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...usual) }, fc.constant(invalid));

/** Random values of the fields that no line below gives, so that a new field is in the law. */
const othersOf = (fields: Fields): Record<string, fc.Arbitrary<Json>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]) => {
      if (type === 'companion' || type === 'choice' || type === 'document') return [];
      if (type === 'switch') return [[name, fc.boolean()]];
      if (type === 'order') return [[name, fc.nat(2)]];
      if (type === 'markdown') return [[name, fc.option(text)]];
      if (type === 'image') return [[name, image]];
      return [[name, rarely('x'.repeat(300), type === 'text' ? ['Some words', null] : ['/page/a', null])]];
    }),
  );

const page = fc
  .record({
    ...othersOf(pageFields),
    title: mostly('About', 'Other', ''),
    slug,
    body: fc.option(text),
    og_image_url: image,
    is_published: published,
    parent_id: fc.option(fc.constantFrom(...pageIds, 'nobody')),
    show_in_menu: fc.boolean(),
    menu_order: fc.nat(2),
    nav_label: fc.option(fc.constantFrom('Label', 'x'.repeat(60))),
    created_at: createdAt,
    updated_at: fc.constantFrom('2026-01-03T00:00:00.000Z', '2026-01-04T00:00:00.000Z'),
  })
  .map(aPage);

const demo = fc
  .record({
    ...othersOf(demoFields),
    heading: mostly('Ada', 'Grace', ''),
    slug,
    is_published: published,
    is_password_protected: fc.boolean(),
    ga_tracking_enabled: fc.boolean(),
    og_image_url: image,
    created_at: createdAt,
  })
  .map(aDemo);

/** Embed code that contains its demo's id, so that tests find leaked code in any output. */
const embedOf = (id: string): string => `https://demo.example/secret-${id}`;

const section = fc
  .record({
    ...othersOf(sectionFields),
    section_key: fc.constantFrom('hero', 'why-it-matters', 'no-such-key'),
    title: mostly('Meet Ada', ''),
    content: fc.option(text),
    image_url: image,
    order_index: fc.nat(2),
    is_visible: published,
    is_published: published,
  })
  .map(aSection);

const setting = fc.oneof(
  fc
    .record({
      site_name: fc.constantFrom('Frontage', 'Other', ''),
      primary_color: fc.constantFrom('#0F284C', '#a01818', 'red;'),
      logo_url: image,
      favicon_url: image,
      accent_color: fc.constantFrom('#0a7d55', null, 'green'),
      typeface: fc.constantFrom('jost', 'serif', 'book', null, 'comic'),
      corner_radius: fc.constantFrom('square', 'round', null),
      logo_dark_url: image,
    })
    .map((branding) => ({ path: 'site_settings/branding', data: aSetting(branding) })),
  fc
    .record({
      google_site_verification: fc.option(fc.constant('token')),
      bing_site_verification: fc.constant(null),
      robots_custom_rules: fc.option(fc.constant('Disallow: /page/a')),
      blocking_rules: fc.option(fc.constant('dead-link,title-duplicate')),
      sitemap_frequency: fc.constantFrom('daily', 'weekly', 'never'),
    })
    .map((seo) => ({ path: 'site_settings/seo', data: aSetting(seo) })),
  fc
    .constantFrom('https://social.example/us', null)
    .map((facebook) => ({ path: 'site_settings/social_links', data: aSetting({ facebook }) })),
  fc.constantFrom('G-ABC', 'nonsense', null).map((id) => ({ path: 'site_settings/ga4_id', data: aSetting(id) })),
  fc
    .record({
      site_url: fc.constantFrom('https://ada.example', 'not a url', null),
      site_description: fc.option(fc.constant('About us')),
      contact_email: fc.option(fc.constant('us@ada.example')),
      default_og_image: image,
    })
    .map((general) => ({ path: 'site_settings/general', data: aSetting(general) })),
  fc
    .record({
      search_enabled: mostly(true, false),
      feed_enabled: mostly(true, false),
      language: fc.constantFrom('en', 'de-AT', null, 'no language'),
    })
    .map((visitors) => ({ path: 'site_settings/visitors', data: aSetting(visitors) })),
  fc.constant({ path: 'site_settings/nothing-of-ours', data: aSetting('x') }),
);

const orDeleted = <Data>(data: fc.Arbitrary<Data>) => fc.option(data, { freq: 5 });

const part = fc.constantFrom(0, 0.26, 0.5, 0.51, 1, 2);
const media = fc
  .tuple(
    fc.constantFrom(...uploads),
    orDeleted(
      fc.record({
        alt: fc.option(fc.constantFrom('A harbor', '<b>"', '')),
        title: fc.option(fc.constant('Harbor')),
        is_decorative: mostly(false, true),
        focal: fc.record({ x: part, y: part }),
        md5: fc.constantFrom('1', '2'),
      }),
    ),
  )
  .map(([object, fields]) => ({ path: `media/demo-images_${object}`, data: fields && aMedia(object, fields) }));

const slugRecord = fc
  .record({
    name: fc.constantFrom(
      'page:a',
      'page:b',
      'page:c',
      'page:d',
      'demo:a',
      'demo:b',
      'demo:c',
      'page:../up',
      'section:a',
    ),
    id: mostly('p1', ...pageIds, ...demoIds, 'nobody'),
    isGone: mostly(false, true),
  })
  .map(({ name, id, isGone }) => ({ path: `slugs/${name}`, data: isGone ? null : aSlug(id) }));

// Addresses that conflict with those of pages and demos, of other redirects and of fixed routes.
const address = fc.constantFrom('/a', '/page/a', '/page/b', '/demo/a', '/old', '/old.html', '/demos', '/robots.txt');
const redirect = fc
  .record({
    from: fc.oneof({ weight: 8, arbitrary: address }, fc.constantFrom('/admin/x', '/a/../b', '/über')),
    to: fc.option(fc.oneof(address, fc.constantFrom('/page/c?x=1#y', 'https://elsewhere.example/ü', 'nonsense')), {
      freq: 5,
    }),
    status: fc.constantFrom(301, 302),
  })
  .map(({ from, to, status }) => ({
    path: `redirects/${from.replaceAll('/', '-')}`,
    data: aRedirect(from, to, status),
  }));

const at = <Data>(collection: string, ids: string[], data: fc.Arbitrary<Data>) =>
  fc.tuple(fc.constantFrom(...ids), data).map(([id, document]) => ({ path: `${collection}/${id}`, data: document }));

/** Any write to the content, valid or invalid. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: at('pages', pageIds, orDeleted(page)) },
  { weight: 4, arbitrary: at('demo_pages', demoIds, orDeleted(demo)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...demoIds), mostly<'good' | 'bad' | 'gone'>('good', 'bad', 'gone'))
      .map(([id, state]) => ({
        path: `demo_embeds/${id}`,
        data: state === 'gone' ? null : anEmbed(state === 'bad' ? 'hello' : embedOf(id)),
      })),
  },
  { weight: 3, arbitrary: at('homepage_sections', ['s1', 's2', 's3'], orDeleted(section)) },
  { weight: 2, arbitrary: setting },
  { weight: 4, arbitrary: slugRecord },
  { weight: 4, arbitrary: redirect },
  { weight: 2, arbitrary: media },
);

export function write(source: MemorySource, { path, data }: Edit): void {
  if (data === null) source.delete(path);
  else source.set(path, data);
}

/** Embed code that must not be public: of demos that are protected, unpublished or missing. */
export const secretEmbeds = (source: MemorySource): string[] =>
  demoIds
    .filter((id) => {
      const stored = source.documents.get(`demo_pages/${id}`);
      return stored?.['is_password_protected'] !== false || stored['is_published'] !== true;
    })
    .map(embedOf);
