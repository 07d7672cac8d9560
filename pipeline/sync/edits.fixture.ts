import fc from 'fast-check';
import { aDemo, aMedia, anEmbed, aPage, aRedirect, aSection, aSetting, aSlug } from './documents.fixture.ts';
import type { MemorySource } from './memory-source.fixture.ts';
import type { Json, JsonObject } from './source.ts';
import { demoFields } from '@frontage/model/kinds/demo';
import type { Field, Fields } from '@frontage/model/kinds/field';
import { pageFields } from '@frontage/model/kinds/page';
import { sectionFields } from '@frontage/model/kinds/section';
import { settingFields } from '@frontage/model/kinds/settings';
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
  fc.constantFrom('page', 'demo', 'news').map((kind) => `LIST ${kind}`),
  blocks,
  fc.array(linked, { minLength: 1, maxLength: 3 }).map((links) => links.map((to) => `[A link](${to})`).join(' and ')),
);
const slug = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  fc.constantFrom('Not a slug', '../up', 'admin', '', 'search', 'feed', 'news'),
);

/** One of the usual values, and rarely one that makes the document invalid. */
const rarely = (invalid: Json, usual: Json[]) =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...usual) }, fc.constant(invalid));

/** Values of fields for which random values of their type would have no effect, or would seldom be equal. */
const valuesByName: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  section_key: fc.constantFrom('hero', 'why-it-matters', 'no-such-key'),
  is_password_protected: fc.boolean(),
  ga4_id: fc.constantFrom('G-ABC', 'nonsense', null),
  robots_custom_rules: fc.option(fc.constant('Disallow: /page/a')),
  blocking_rules: fc.option(fc.constant('dead-link,title-duplicate')),
};

/** Random values of a field by its type; null if its value is in a companion. */
function valuesOf({ type, max = 0, required, options = {}, row = {} }: Field): fc.Arbitrary<Json> | null {
  switch (type) {
    case 'text':
      return required ? mostly('About', 'Other', '') : rarely('x'.repeat(max + 1), ['Some words', null]);
    case 'markdown':
      return fc.option(text);
    case 'url':
      return rarely('not a url', ['https://ada.example', null]);
    case 'image':
      return image;
    case 'target':
      return rarely('not a target', ['/page/a', null]);
    case 'slug':
      return slug;
    case 'choice':
      return rarely('no-such-choice', Object.keys(options));
    case 'option':
      return rarely('no-such-option', [...Object.keys(options), null]);
    case 'color':
      return rarely('red;', ['#0F284C', '#0a7d55', null]);
    case 'email':
      return rarely('no address', ['us@ada.example', null]);
    case 'language':
      return rarely('no language', ['en', 'de-AT', null]);
    case 'date':
      return rarely('2026-02-30', ['2026-11-29', '2024-02-29', null]);
    case 'time':
      return rarely('2026-11-29T25:00:00Z', ['2026-11-29T08:30:00.000Z', '2024-02-29T23:59:00Z', null]);
    case 'number':
      return rarely(max + 1, [max, 0.5, null]);
    case 'choices':
      return fc.oneof(fc.subarray(Object.keys(options)), rarely(['no-such-choice'], [null, []]));
    case 'tags':
      return fc.oneof(
        fc.uniqueArray(fc.constantFrom('Launch', 'launch', 'Über uns', 'R&D'), { maxLength: 3 }),
        rarely(['…'], [null, []]),
      );
    case 'order':
    case 'count':
      return fc.nat(2);
    case 'switch':
      return mostly(true, false);
    case 'document':
      return fc.option(fc.constantFrom(...pageIds, 'nobody'));
    case 'link':
      return rarely('nothing:x', ['page:p1', 'demo:d1', 'page:nobody', null]);
    case 'links':
      return rarely(['nothing:x'], [['page:p1', 'demo:d1'], ['page:nobody'], []]);
    case 'groups':
      return fc.array(fc.record(randomFields(row)), { maxLength: 2 });
    case 'companion':
      return null;
  }
}

/** Random values of all fields of a kind or setting, so that a new field is in the law. */
const randomFields = (fields: Fields): Record<string, fc.Arbitrary<Json>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const values = valuesByName[name] ?? valuesOf(field);
      return values === null ? [] : [[name, values]];
    }),
  );

const page = fc
  .record({
    ...randomFields(pageFields),
    created_at: createdAt,
    updated_at: fc.constantFrom('2026-01-03T00:00:00.000Z', '2026-01-04T00:00:00.000Z'),
  })
  .map(aPage);

const demo = fc.record({ ...randomFields(demoFields), created_at: createdAt }).map(aDemo);

/** Embed code that contains its demo's id, so that tests find leaked code in any output. */
const embedOf = (id: string): string => `https://demo.example/secret-${id}`;

const section = fc.record(randomFields(sectionFields)).map(aSection);

const setting = fc.oneof(
  ...Object.entries(settingFields).map(([key, fields]) =>
    fc.record(randomFields(fields)).map((value) => ({
      path: `site_settings/${key}`,
      data: aSetting(key === 'ga4_id' ? (value['ga4_id'] ?? null) : value),
    })),
  ),
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
