import { limits } from '@frontage/model/limits';
import { editor } from './actors.ts';
import {
  double,
  now,
  requestTime,
  storedTime,
  type Actor,
  type Attempt,
  type Fields,
  type World,
  type Write,
} from './attempt.ts';
import { attempt, by, racing, stranger, uid } from './batch.ts';
import {
  createPage,
  demoFields,
  pageFields,
  sectionFields,
  sealedHash,
  slugOf,
  settingValues,
  storedDemo,
  storedSection,
  updateDemo,
  updatePage,
} from './documents.ts';
import { changing, drafted, making, page } from './draft-batches.ts';
import {
  createDraft,
  demoDraftFields,
  demoDraftPath,
  draftEmbed,
  draftEmbedPath,
  draftFields,
  draftPath,
  storedDraft,
  updateDraft,
} from './draft-trials.ts';
import { long } from './field-values.ts';
import { reviewAttacks } from './review-attacks.ts';

const demo = storedDemo({ owner: uid, published: true });
const demoDrafted = { ...demo, ...storedDraft(demoDraftFields), [draftEmbedPath]: draftEmbed };

const without = (field: string): Attempt => {
  const { [field]: _gone, ...data } = (createDraft(uid, draftFields)[0] as { data: Fields }).data;
  return attempt(`draft without ${field}`, page, [[{ set: draftPath, data }], field === 'name']);
};
const withField = (field: string, expected = false): Attempt =>
  making(`that holds ${field}`, { data: { ...pageFields, [field]: 'x' } }, expected);

/** Every form's fields, and one more; with one field only, each has to be among those that are known. */
const forms: [string, string, Fields, World][] = [
  ['homepage_sections', 's1', sectionFields, storedSection({ owner: uid })],
  ['pages', 'p1', pageFields, page],
  ['demo_pages', 'd1', demoFields, demo],
];
const ofForms = forms.flatMap(([collection, id, fields, world]): Attempt[] => {
  const holding = (data: Fields): Write[] => createDraft(uid, { ...draftFields, collection, id, data });
  return [
    attempt(`draft of ${collection} with all fields`, world, [holding(fields), true]),
    attempt(`draft of ${collection} with none`, world, [holding({}), true]),
    attempt(`draft of ${collection} with a password`, world, [holding({ ...fields, password: 'secret123' })]),
    attempt(`draft of ${collection} with a hash`, world, [holding({ ...fields, password_hash: 'x' })]),
    attempt(`draft of ${collection} with code`, world, [holding({ ...fields, iframe_url: 'x' })]),
  ];
});

const admin: Actor = { ...editor, name: 'admin', roles: ['admin'] };
const settings = Object.entries(settingValues).flatMap(([id, value]): Attempt[] => {
  const data = (id === 'ga4_id' ? { ga4_id: value } : value) as Fields;
  const holding = (held: Fields): Write[] =>
    createDraft(uid, { ...draftFields, collection: 'site_settings', id, data: held, base_rev: 0 });
  return [
    by(admin, `draft of ${id}`, [{}, holding(data), true]),
    by(admin, `draft of ${id} with a field more`, [{}, holding({ ...data, more: 1 })]),
  ];
});

const publishing: Write[] = [...updatePage(uid), { delete: draftPath }];
const { hash, world: seal } = sealedHash(uid);
const publishingDemo: Write[] = [
  ...updateDemo(uid, { is_password_protected: true, slug: 'eve' }, [
    { set: 'slugs/demo:eve', data: slugOf('d1') },
    { set: 'demo_embeds/d1', data: { iframe_url: 'https://example.com' } },
    { set: 'demo_secrets/d1', data: { password_hash: hash } },
  ]),
  { delete: demoDraftPath },
  { delete: draftEmbedPath },
];
const code = (value: Fields[string]): Write[] => [
  ...updateDraft(uid, demoDraftFields),
  { set: draftEmbedPath, data: { iframe_url: value } },
];
const justWritten = {
  ...demoDrafted,
  [demoDraftPath]: { ...storedDraft(demoDraftFields)[demoDraftPath], updated_at: requestTime, updated_by: stranger },
};

/** Drafts that are not what an editor keeps, of what they are not, or that leave something behind. */
export const draftAttacks: readonly Attempt[] = [
  making('as it should be', {}, true),
  making('of a title that is none', { data: { ...pageFields, title: '' } }, true),
  making('of what is longer than a page may be', { data: { ...pageFields, body: long(limits.body + 1) } }, true),
  ...Object.keys({ ...draftFields, rev: 1, created_at: 1, created_by: 1, updated_at: 1, updated_by: 1 }).map(without),
  making('with a field more', { is_published: true }),
  making('that holds a text', { data: 'x' }),
  withField('slug', true),
  withField('rev'),
  withField('created_by'),
  making('on nothing yet', { base_rev: 0 }, true),
  making('on less than nothing', { base_rev: -1 }),
  making('on a part', { base_rev: double(1.5) }),
  making('on words', { base_rev: '3' }),
  making('with the longest name', { name: long(254) }, true),
  making('with a name that is too long', { name: long(255) }),
  making('with a name that is no text', { name: 1 }),
  making('of something that has none', { collection: 'slugs', id: 'page:about', data: {} }),
  making('of something that is not there', { id: 'p2' }),
  attempt('draft of a setting there is not', {}, [
    createDraft(uid, { ...draftFields, collection: 'site_settings', id: 'x', data: {} }),
  ]),
  by(admin, 'draft of a setting there is not', [
    {},
    createDraft(uid, { ...draftFields, collection: 'site_settings', id: 'x', data: {} }),
  ]),
  attempt('draft under another name', page, [
    [{ set: 'drafts/pages_p2', data: (createDraft(uid, draftFields)[0] as { data: Fields }).data }],
  ]),
  attempt('draft as its second version', page, [
    [{ set: draftPath, data: { ...(createDraft(uid, draftFields)[0] as { data: Fields }).data, rev: 2 } }],
  ]),
  attempt("draft in the client's time", page, [
    createDraft(uid, draftFields).map((write) => ({
      ...write,
      data: { ...(write as { data: Fields }).data, created_at: storedTime },
    })),
  ]),
  changing('as it should be', { data: { ...pageFields, title: 'B' } }, true),
  changing('over a version not seen', { rev: 4 }),
  changing('in place', { rev: 2 }),
  changing('in the name of another', { updated_by: stranger }),
  changing('by who made it first', { created_by: uid }),
  changing('at another time first', { created_at: now }),
  changing('to be of another', { id: 'p2' }),
  changing('with a field more', { is_published: true }),
  changing('to hold a password', { data: { ...pageFields, password: 'x' } }),
  ...ofForms,
  ...settings,
  ...reviewAttacks,
  attempt('draft published', drafted, [publishing, true]),
  attempt('draft published over a version not seen', drafted, [
    [...updatePage(uid, { rev: 5 }), { delete: draftPath }],
  ]),
  attempt('draft of a protected demo published whole', { ...demoDrafted, ...seal }, [publishingDemo, true]),
  ...[editor, admin].map((actor) =>
    by(actor, "draft of a protected demo published under another's old slug", [
      {
        ...demoDrafted,
        ...seal,
        'slugs/demo:eve': { id: 'd2' },
        'demo_pages/d2': { ...storedDemo({ owner: uid })['demo_pages/d1'], slug: 'grace' },
        'site_settings/security': { value: { require_second_factor: false } },
      },
      publishingDemo,
      true,
    ]),
  ),
  attempt('draft of a demo published, its code left', demoDrafted, [[...updateDemo(uid), { delete: demoDraftPath }]]),
  attempt('draft of a demo without code published', { ...demo, ...storedDraft(demoDraftFields) }, [
    [...updateDemo(uid), { delete: demoDraftPath }],
    true,
  ]),
  attempt(
    'draft of a page discarded beside the code of a demo of its id',
    { ...drafted, 'draft_embeds/p1': draftEmbed },
    [[{ delete: draftPath }], true],
  ),
  attempt('draft of a deleted page', storedDraft(draftFields), [[{ delete: draftPath }]]),
  attempt('draft published beside its page that comes back', storedDraft(draftFields), [
    [...createPage(uid, { is_published: true }), { delete: draftPath }],
    true,
  ]),
  attempt('code of a draft alone', demoDrafted, [[{ set: draftEmbedPath, data: draftEmbed }]]),
  attempt('code of no draft', demo, [[{ set: draftEmbedPath, data: draftEmbed }]]),
  attempt('code of a draft dropped alone', demoDrafted, [[{ delete: draftEmbedPath }]]),
  attempt('code of nothing dropped', { ...demo, [draftEmbedPath]: draftEmbed }, [[{ delete: draftEmbedPath }]]),
  attempt('code of a draft with a field more', demoDrafted, [
    [...updateDraft(uid, demoDraftFields), { set: draftEmbedPath, data: { ...draftEmbed, password: 'x' } }],
  ]),
  attempt('code of a draft that is none', demoDrafted, [code(''), true]),
  attempt('code of a draft that is no text', demoDrafted, [code(5)]),
  attempt('code of a draft that is a list', demoDrafted, [code(['x'])]),
  attempt('longest code of a draft', demoDrafted, [code(long(200_000)), true]),
  attempt('code of a draft that is too long', demoDrafted, [code(long(200_001))]),
  {
    ...attempt('code beside a draft somebody else just wrote', justWritten, [
      [{ set: draftEmbedPath, data: draftEmbed }],
    ]),
    engineOnly: racing,
  },
];
