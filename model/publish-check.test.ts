import { expect, it } from 'vitest';
import { barePage, bareDemo, bareSection } from './content.fixture.ts';
import type { Kind } from './kinds/kinds.ts';
import { blockingRule, documentRules } from './publish-check.ts';
import type { Data } from './changes/write.ts';

const upload = 'https://storage.example/v0/b/frontage-homepage-images/o/pictures%2Fa.png?alt=media';
const long = 'A title of more than sixty characters, which search engines cut';
const text = 'Text of the document.';

const documents: { readonly [K in Kind]?: Data } = {
  page: { ...barePage, title: 'Page', body: text, meta_description: 'About it', is_published: true },
  demo: { ...bareDemo, heading: 'Demo', meta_description: 'About it', is_published: true },
  section: { ...bareSection, title: 'Section', content: text, is_published: true, is_visible: true },
};

interface Case {
  kind: Kind;
  after: Data;
  before?: Data;
  rules?: readonly string[];
  media?: Data;
}

const check = ({ kind, after, before, rules = documentRules, media }: Case) =>
  blockingRule({
    kind,
    before: before ? { ...documents[kind], ...before } : null,
    after: { ...documents[kind], ...after },
    rules,
    readMedia: (ids) => Promise.resolve(ids.map(() => media)),
  });

const image = { body: `${text}\n\n![](/logo.svg)` };

it.each<[string, Case, string | null]>([
  ['a complete page', { kind: 'page', after: {} }, null],
  ['a complete demo', { kind: 'demo', after: {} }, null],
  ['a complete section', { kind: 'section', after: {} }, null],
  ['an image without alternative text', { kind: 'page', after: image }, 'image-alt'],
  ['an image with one', { kind: 'page', after: { body: `${text} ![Logo](/logo.svg)` } }, null],
  ['an image in a section', { kind: 'section', after: { content: '![](/logo.svg)' } }, 'image-alt'],
  [
    'an image that is the only content of a link',
    { kind: 'page', after: { body: `${text} [![](/a)](/b)` } },
    'image-alt',
  ],
  ['an image beside the text of a link', { kind: 'page', after: { body: `${text} [![](/a) B](/b)` } }, null],
  [
    'an image described in the library',
    { kind: 'page', after: { body: `${text} ![](${upload})` }, media: { alt: 'A' } },
    null,
  ],
  [
    'an image that the library calls decorative',
    { kind: 'page', after: { body: `${text} ![](${upload})` }, media: { alt: null, is_decorative: true } },
    null,
  ],
  [
    'an image that the library does not describe',
    { kind: 'page', after: { body: `${text} ![](${upload})` } },
    'image-alt',
  ],
  ['a long title', { kind: 'page', after: { title: long } }, 'title-long'],
  ['a long heading', { kind: 'demo', after: { heading: long } }, 'title-long'],
  ['a long title with a short meta title', { kind: 'page', after: { title: long, meta_title: 'Short' } }, null],
  ['a long title of a section, which is no page', { kind: 'section', after: { title: long } }, null],
  [
    'a page with text, but without description',
    { kind: 'page', after: { meta_description: ' ' } },
    'description-missing',
  ],
  ['a demo without description', { kind: 'demo', after: { meta_description: null } }, 'description-missing'],
  ['a problem of a rule that blocks nothing', { kind: 'page', after: image, rules: ['title-long', 'dead-link'] }, null],
  ['a document that stays unpublished', { kind: 'page', after: { ...image, is_published: false } }, null],
  ['a section that stays hidden', { kind: 'section', after: { content: '![](/a)', is_visible: false } }, null],
  ['a problem that is live already', { kind: 'page', after: image, before: image }, null],
  [
    'a second problem beside a live one',
    { kind: 'page', after: { body: `${image.body} ![](/b)` }, before: image },
    'image-alt',
  ],
  [
    'a problem of an unpublished version',
    { kind: 'page', after: image, before: { ...image, is_published: false } },
    'image-alt',
  ],
  ['fields of wrong types', { kind: 'page', after: { title: 7, body: 7, meta_description: 'Some' } }, null],
])('the rule that prevents publishing %s', async (_case, asked, expected) => {
  expect(await check(asked)).toBe(expected);
});
