import { limits } from '@frontage/model/limits';
import { editor } from './actors.ts';
import {
  double,
  now,
  requestTime,
  storedTime,
  type Actor,
  type AttackCase,
  type Fields,
  type InitialState,
  type Write,
} from './attack-case.ts';
import { attackCase, by, racing, stranger, uid } from './batch.ts';
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
import { changingDraft, drafted, creatingDraft, page } from './draft-batches.ts';
import {
  createDraft,
  demoDraftFields,
  demoDraftPath,
  draftEmbed,
  draftEmbedPath,
  draftFields,
  draftPath,
  storedDraft,
  typedBy,
  updateDraft,
} from './draft-cases.ts';
import { textOfLength } from './field-values.ts';
import { authorshipAttacks } from './authorship-attacks.ts';
import { nameCases } from './name-cases.ts';
import { newDocumentAttacks } from './new-document-attacks.ts';
import { reviewAttacks } from './review-attacks.ts';

const demo = storedDemo({ owner: uid, published: true });
const demoDrafted = { ...demo, ...storedDraft(demoDraftFields), [draftEmbedPath]: draftEmbed };

const without = (field: string): AttackCase => {
  const { [field]: _gone, ...data } = (createDraft(uid, draftFields)[0] as { data: Fields }).data;
  // Earlier versions of the admin write drafts without `noted`.
  return attackCase(`draft without ${field}`, page, [[{ set: draftPath, data }], field === 'noted']);
};
const withField = (field: string, expected = false): AttackCase =>
  creatingDraft(`that holds ${field}`, { data: { ...pageFields, [field]: 'x' } }, expected);

/** For each kind of content: collection, id, all fields, and stored documents. */
const forms: [string, string, Fields, InitialState][] = [
  ['homepage_sections', 's1', sectionFields, storedSection({ owner: uid })],
  ['pages', 'p1', pageFields, page],
  ['demo_pages', 'd1', demoFields, demo],
];
const ofForms = forms.flatMap(([collection, id, fields, initialState]): AttackCase[] => {
  const holding = (data: Fields): Write[] => createDraft(uid, { ...draftFields, collection, id, data });
  return [
    attackCase(`draft of ${collection} with all fields`, initialState, [holding(fields), true]),
    attackCase(`draft of ${collection} with none`, initialState, [holding({}), true]),
    attackCase(`draft of ${collection} with a password`, initialState, [holding({ ...fields, password: 'secret123' })]),
    attackCase(`draft of ${collection} with a hash`, initialState, [holding({ ...fields, password_hash: 'x' })]),
    attackCase(`draft of ${collection} with code`, initialState, [holding({ ...fields, iframe_url: 'x' })]),
  ];
});

const admin: Actor = { ...editor, name: 'admin', roles: ['admin'] };
const settings = Object.entries(settingValues).flatMap(([id, value]): AttackCase[] => {
  const data = (id === 'ga4_id' ? { ga4_id: value } : value) as Fields;
  const holding = (held: Fields): Write[] =>
    createDraft(uid, { ...draftFields, collection: 'site_settings', id, data: held, base_rev: 0 });
  return [
    by(admin, `draft of ${id}`, [{}, holding(data), true]),
    by(admin, `draft of ${id} with a field more`, [{}, holding({ ...data, more: 1 })]),
  ];
});

const origin: Fields = { rev: 4, authors: [stranger], message: null };
const publishing: Write[] = [...updatePage(uid), { delete: draftPath }];
const { hash, initialState: seal } = sealedHash(uid);
const publishingDemo: Write[] = [
  ...updateDemo(uid, { is_password_protected: true, slug: 'eve', from_draft: origin }, [
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

/** Malformed drafts, drafts of wrong documents, and deletions without companions. */
export const draftAttacks: readonly AttackCase[] = [
  creatingDraft('that is valid', {}, true),
  creatingDraft('with an invalid title', { data: { ...pageFields, title: '' } }, true),
  creatingDraft('with a body above the limit', { data: { ...pageFields, body: textOfLength(limits.body + 1) } }, true),
  ...Object.keys({ ...draftFields, name: '', rev: 1, created_at: 1, created_by: 1, updated_at: 1, updated_by: 1 }).map(
    without,
  ),
  creatingDraft('with a field more', { is_published: true }),
  creatingDraft('that holds a text', { data: 'x' }),
  withField('slug', true),
  withField('rev'),
  withField('created_by'),
  creatingDraft('with base_rev 0', { base_rev: 0 }, true),
  creatingDraft('with a negative base_rev', { base_rev: -1 }),
  creatingDraft('with a fractional base_rev', { base_rev: double(1.5) }),
  creatingDraft('with a string as base_rev', { base_rev: '3' }),
  creatingDraft('with a name that is not in the profile', { name: 'Ada Lovelace', typed_name: 'Ada Lovelace' }),
  creatingDraft('with a name that is not a string', { name: 1, typed_name: 1 }),
  creatingDraft('without a name', { name: null, typed_name: null }, true),
  changingDraft('under the name of the previous writer', { name: 'Ada' }),
  ...nameCases('draft', (actor, { initialState, name }) => [
    { ...page, ...initialState },
    createDraft(actor.uid, { ...draftFields, name, typed_name: name }),
  ]),
  creatingDraft('of a collection without drafts', { collection: 'slugs', id: 'page:about', data: {} }),
  creatingDraft('of a missing document', { id: 'p2' }),
  attackCase('draft of an unknown setting', {}, [
    createDraft(uid, { ...draftFields, collection: 'site_settings', id: 'x', data: {} }),
  ]),
  by(admin, 'draft of an unknown setting', [
    {},
    createDraft(uid, { ...draftFields, collection: 'site_settings', id: 'x', data: {} }),
  ]),
  attackCase('draft under another name', page, [
    [{ set: 'drafts/pages_p2', data: (createDraft(uid, draftFields)[0] as { data: Fields }).data }],
  ]),
  attackCase('draft as its second version', page, [
    [{ set: draftPath, data: { ...(createDraft(uid, draftFields)[0] as { data: Fields }).data, rev: 2 } }],
  ]),
  attackCase("draft in the client's time", page, [
    createDraft(uid, draftFields).map((write) => ({
      ...write,
      data: { ...(write as { data: Fields }).data, created_at: storedTime },
    })),
  ]),
  changingDraft('validly', { data: { ...pageFields, title: 'B' }, ...typedBy(uid), authors: [stranger, uid] }, true),
  changingDraft('with a skipped revision', { rev: 4 }),
  changingDraft('without a new revision', { rev: 2 }),
  changingDraft('in the name of another', { updated_by: stranger }),
  changingDraft('to another creator', { created_by: uid }),
  changingDraft('to another creation time', { created_at: now }),
  changingDraft('to another document', { id: 'p2' }),
  changingDraft('with a field more', { is_published: true }),
  changingDraft('to hold a password', { data: { ...pageFields, password: 'x' } }),
  ...ofForms,
  ...settings,
  ...reviewAttacks,
  ...authorshipAttacks,
  ...newDocumentAttacks,
  attackCase('draft published', drafted, [publishing, true]),
  attackCase('draft published with a skipped revision', drafted, [
    [...updatePage(uid, { rev: 5 }), { delete: draftPath }],
  ]),
  attackCase('draft of a protected demo published whole', { ...demoDrafted, ...seal }, [publishingDemo, true]),
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
  attackCase('draft of a demo published, its code left', demoDrafted, [
    [...updateDemo(uid), { delete: demoDraftPath }],
  ]),
  attackCase('draft of a demo without code published', { ...demo, ...storedDraft(demoDraftFields) }, [
    [...updateDemo(uid), { delete: demoDraftPath }],
    true,
  ]),
  attackCase(
    'draft of a page discarded beside the code of a demo of its id',
    { ...drafted, 'draft_embeds/p1': draftEmbed },
    [[{ delete: draftPath }], true],
  ),
  attackCase('draft of a deleted page', storedDraft(draftFields), [[{ delete: draftPath }]]),
  attackCase('draft of a deleted page published by creating the page', storedDraft(draftFields), [
    [...createPage(uid, { is_published: true }), { delete: draftPath }],
    true,
  ]),
  attackCase('draft deleted and created again in one batch', drafted, [
    [{ delete: draftPath }, ...createDraft(uid, draftFields)],
  ]),
  attackCase('code of a draft alone', demoDrafted, [[{ set: draftEmbedPath, data: draftEmbed }]]),
  attackCase('code without a draft', demo, [[{ set: draftEmbedPath, data: draftEmbed }]]),
  attackCase('code of a draft dropped alone', demoDrafted, [[{ delete: draftEmbedPath }]]),
  attackCase('code of a missing draft deleted', { ...demo, [draftEmbedPath]: draftEmbed }, [
    [{ delete: draftEmbedPath }],
  ]),
  attackCase('code of a draft with a field more', demoDrafted, [
    [...updateDraft(uid, demoDraftFields), { set: draftEmbedPath, data: { ...draftEmbed, password: 'x' } }],
  ]),
  attackCase('invalid code of a draft', demoDrafted, [code(''), true]),
  attackCase('code of a draft that is not a string', demoDrafted, [code(5)]),
  attackCase('code of a draft that is a list', demoDrafted, [code(['x'])]),
  attackCase('longest code of a draft', demoDrafted, [code(textOfLength(200_000)), true]),
  attackCase('code of a draft that is too long', demoDrafted, [code(textOfLength(200_001))]),
  {
    ...attackCase('code with a draft that another user just wrote', justWritten, [
      [{ set: draftEmbedPath, data: draftEmbed }],
    ]),
    engineOnly: racing,
  },
];
