import { collections } from '@frontage/model/paths';
import { indexedCollections } from '@frontage/model/staff-index';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestIndex } from '../../pipeline/staff-index/test-index.fixture.ts';
import { demos } from './demos.ts';
import { pages } from './pages.ts';
import { sections } from './sections.ts';

// The example content, and pages as an import from another system brings them.

const imported: Record<string, [title: string, body: string]> = {
  pricing: [
    'Pricing and plans',
    'Three plans: Starter, Team and Enterprise. Billed monthly or yearly, **cancel anytime**.',
  ],
  refunds: ['Refund policy', 'We refund any plan within 30 days. Write to billing with your invoice number.'],
  careers: ['Careers', 'We are hiring engineers, designers and a lighthouse keeper in Tromsø. No résumé needed.'],
  ueber: ['Über uns', 'Wir sind ein kleines Team aus München. Unsere Straße führt zum Meer.'],
  mentions: ['Mentions légales', 'Éditeur du site, hébergeur et crédits photographiques. Tous droits réservés.'],
  accessibility: [
    'Accessibility statement',
    'We follow WCAG 2.2 level AA. Screen readers, keyboards and high contrast are tested.',
  ],
  security: ['Security at Parhelion', 'Passwords are hashed with Argon2. Report a vulnerability to our security team.'],
  gdpr: ['GDPR and data processing', 'A data processing agreement lists our subprocessors and retention periods.'],
  blog2024: [
    'Release notes 2024',
    '## March\n\nThe gallery loads twice as fast.\n\n## April\n\n- Webhooks\n- Single sign-on',
  ],
  blog2025: ['Release notes 2025', '## January\n\nScheduled publishing, and a calendar of everything that is planned.'],
  tutorial: [
    'Tutorial: your first demo',
    '1. Paste an iframe.\n2. Choose a slug.\n3. Publish. Use `allow="microphone"` for audio.',
  ],
  webhooks: ['Webhooks', 'Each delivery is signed with HMAC. Failed deliveries are retried for three days.'],
  sso: ['Single sign-on (SSO)', 'Connect Okta, Entra ID or Google with SAML or OpenID Connect.'],
  glossary: [
    'Glossary',
    'Avatar: a digital body. Latency: the time before an answer. Lip sync: lips that follow a voice.',
  ],
  latency: [
    'Why latency matters',
    'An answer after 300 milliseconds feels natural. After a second, people repeat the question.',
  ],
  events: ['Events and webinars', 'Meet us at the conference in Reykjavík in September. Webinars are on Thursdays.'],
  press: ['In the press', 'Journalists call it uncanny and charming. Interviews with our founders are welcome.'],
  partners: ['Partner program', 'Agencies and resellers earn a commission of twenty percent.'],
  hospital: ['Customer story: Nordlys hospital', 'Patients ask the reception avatar for directions, day and night.'],
  museum: ['Customer story: Museum of Ice', 'Visitors talk to a glacier. Attendance rose by a third.'],
  kontakt: ['Contact', 'Call +49 89 123456 or visit our office at Leopoldstraße 12, 80802 München.'],
  cookies: ['Cookie policy', 'This site sets no cookies before you agree. Analytics are optional.'],
  terms: ['Terms of service', 'These terms are governed by the laws of Norway. Liability is limited.'],
  roadmap: ['Roadmap', 'Next: translations, comments in the margin and a media library.'],
  faq: ['Frequently asked questions', 'Does it work offline? No. Which browsers are supported? All current ones.'],
};

const indexed: ['pages' | 'demo_pages' | 'homepage_sections' | 'drafts', Record<string, object>][] = [
  [
    collections.pages,
    {
      ...pages(() => '/p.webp'),
      ...Object.fromEntries(Object.entries(imported).map(([slug, [title, body]]) => [slug, { title, slug, body }])),
    },
  ],
  [collections.demos, demos({ picture: () => '/p.webp', embedOrigin: 'http://embed.example' })],
  [collections.sections, sections(() => '/p.webp')],
  [
    collections.drafts,
    {
      pages_terms: {
        collection: 'pages',
        id: 'terms',
        data: { title: 'Terms of service', slug: 'terms', body: 'Arbitration in Oslo.' },
      },
    },
  ],
];

type Stored = Parameters<ReturnType<typeof openTestIndex>['put']>[2];

/** Indexes documents, collection by collection. */
function openIndex(parts: typeof indexed): ReturnType<typeof openTestIndex> {
  const opened = openTestIndex();
  for (const [collection, documents] of parts)
    for (const [id, data] of Object.entries(documents)) opened.put(collection, id, data as Stored);
  return opened;
}

const index = openIndex(indexed);
afterAll(() => index.close());
const search = (typed: string, limit: number, from = index) =>
  from.reader().search({ typed, collections: [...indexedCollections], limit });
const found = (typed: string): string[] => search(typed, 3).hits.map(({ id }) => id);

describe('the first result', () => {
  it.each([
    // Titles and slugs.
    ['pricing', 'pricing'],
    ['refund', 'refunds'],
    ['release notes', 'blog2025'],
    ['notes 2025', 'blog2025'],
    ['terms', 'terms'],
    ['frequently', 'faq'],
    ['sso', 'sso'],
    ['the face', 'the-face'],
    ['two suns', 'two-suns'],
    ['press kit', 'press-kit'],
    ['why it matters', 'why-it-matters'],
    // Words of texts.
    ['lighthouse', 'careers'],
    ['argon2', 'security'],
    ['hmac', 'webhooks'],
    ['glacier', 'museum'],
    ['reception', 'hospital'],
    ['commission', 'partners'],
    ['saml', 'sso'],
    ['subprocessors', 'gdpr'],
    ['norway', 'terms'],
    ['planets', 'orbit-study'],
    ['cookies', 'cookies'],
    ['calendar', 'blog2025'],
    ['microphone audio', 'tutorial'],
    // Prefixes and parts of titles.
    ['pric', 'pricing'],
    ['accessib', 'accessibility'],
    ['webin', 'events'],
    ['vulnerab', 'security'],
    ['ssary', 'glossary'],
    ['map', 'roadmap'],
    // Words in any order.
    ['plans pricing', 'pricing'],
    ['keeper hiring', 'careers'],
    ['question latency', 'latency'],
    ['office call', 'kontakt'],
    ['garden halo', 'halo-garden'],
    // Accents and other letters.
    ['uber uns', 'ueber'],
    ['Mentions legales', 'mentions'],
    ['reykjavik', 'events'],
    ['resume', 'careers'],
    ['leopoldstrasse 12', 'kontakt'],
    ['tromso', 'careers'],
    ['HÉBERGEUR', 'mentions'],
    // Typos: a missing, added, wrong or exchanged letter; two in long words.
    ['pircing', 'pricing'],
    ['glosary', 'glossary'],
    ['webhoks', 'webhooks'],
    ['lighhtouse', 'careers'],
    ['accesibilty', 'accessibility'],
    ['vulnarabilitty', 'security'],
    ['conferense reykjavic', 'events'],
    ['tutoral frist', 'tutorial'],
    // Users and drafts.
    ['arbitration', 'terms'],
  ])('of %j is %s', (typed, id) => {
    expect(found(typed)[0]).toBe(id);
  });

  it.each(['qqqq', 'pri qqqq', '!', '', 'iframe', 'zzork'])('of %j is missing', (typed) => {
    // The word "iframe" is in a text, in a tutorial, and in the codes of demos, which no index has.
    expect(found(typed)).toEqual(typed === 'iframe' ? ['built-for-experimenters', 'tutorial'] : []);
  });

  it('finds at least fifty queries in total with the same results in another order of parts', () => {
    const turned = openIndex(indexed.toReversed());
    for (const typed of ['lighthouse', 'pircing', 'leopoldstrasse 12', 'arbitration']) {
      expect(search(typed, 1, turned).hits[0]?.id).toBe(found(typed)[0]);
    }
    turned.close();
  });
});

it('marks a hit that is in a draft only', () => {
  expect(search('arbitration', 1).hits[0]).toMatchObject({
    collection: 'pages',
    id: 'terms',
    isDraft: true,
    isInText: true,
  });
  expect(search('norway', 3).hits).toMatchObject([{ id: 'terms', isDraft: false }]);
  expect(search('terms of service', 3).hits).toMatchObject([{ id: 'terms', isDraft: false }]);
});

it('finds in the named collections only', () => {
  const matches = (collection: 'pages' | 'demo_pages') =>
    index.reader().matches({ typed: 'arbitration', collection }).matches;
  expect(matches(collections.pages)).toEqual([{ id: 'terms', isInText: true }]);
  expect(matches(collections.demos)).toEqual([]);
});
