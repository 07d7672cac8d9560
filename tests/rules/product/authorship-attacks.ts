import { limits } from '@frontage/model/limits';
import { admin, author, editor } from './actors.ts';
import { double, now, storedTime, type AttackCase, type Fields, type InitialState, type Write } from './attack-case.ts';
import { attackCase, by, stranger, uid } from './batch.ts';
import { idOf, kinds } from './content-kinds.ts';
import { createPage, pageFields, storedPage, updatePage } from './documents.ts';
import { changingDraft, drafted, creatingDraft, page } from './draft-batches.ts';
import { defaultName, createDraft, draftFields, draftPath, storedDraft, typedBy, updateDraft } from './draft-cases.ts';
import { textOfLength } from './field-values.ts';

const otherText = { data: { ...pageFields, title: 'B' } };
const typed = (...authors: string[]): Fields => ({ ...typedBy(uid), authors });

/** A draft without authors, like those of earlier admin versions. */
const unnamed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in typedBy(uid))));
const created = (createDraft(uid, draftFields)[0] as { data: Fields }).data;
const older: InitialState = { ...page, [draftPath]: unnamed(drafted[draftPath] ?? {}) };
const ownText: InitialState = { ...page, ...storedDraft(draftFields, uid) };

/** Drafts with valid and invalid authors. */
const typing: readonly AttackCase[] = [
  attackCase('draft without authors', page, [[{ set: draftPath, data: unnamed(created) }], true]),
  ...Object.keys(typedBy(uid)).map((field) =>
    attackCase(`draft with authors but without ${field}`, page, [
      [{ set: draftPath, data: Object.fromEntries(Object.entries(created).filter(([key]) => key !== field)) }],
    ]),
  ),
  creatingDraft('typed by another', { typed_by: stranger }),
  creatingDraft('typed under another name', { typed_name: 'Eve' }),
  creatingDraft('typed at another time', { typed_at: storedTime }),
  creatingDraft('by another author', { authors: [stranger] }),
  creatingDraft('by one author more', { authors: [uid, stranger] }),
  creatingDraft('by no author', { authors: [] }),
  changingDraft('by an author more', { ...otherText, ...typed(stranger, uid) }, true),
  changingDraft('in the name of its earlier author', otherText),
  changingDraft('under its earlier authors', { ...otherText, ...typed(stranger) }),
  changingDraft('without its earlier author', { ...otherText, ...typed(uid) }),
  changingDraft('with its authors in another order', { ...otherText, ...typed(uid, stranger) }),
  changingDraft('with an author more who did not type', { ...otherText, ...typed(stranger, uid, 'eve') }),
  changingDraft('to have no authors', { ...otherText, ...typedBy(uid), authors: null }),
  changingDraft('in its code alone, by an author more', typed(stranger, uid), true),
  changingDraft('in its authors alone', { authors: [stranger, uid] }),
  changingDraft('in its time of typing alone', { typed_at: now }),
  attackCase('draft edited by its author', ownText, [
    updateDraft(uid, draftFields, { ...otherText, ...typed(uid) }),
    true,
  ]),
  attackCase('draft edited by its author, listed twice', ownText, [
    updateDraft(uid, draftFields, { ...otherText, ...typed(uid, uid) }),
  ]),
  attackCase('draft without authors edited', older, [updateDraft(uid, draftFields, otherText), true]),
  attackCase('draft without authors edited, with its editor as author', older, [
    updateDraft(uid, draftFields, { ...otherText, ...typed(uid) }),
    true,
  ]),
];

const note = { note: 'Shorter, please' };
const noted = { by: uid, name: defaultName(uid) };
const returned: InitialState = {
  ...page,
  ...storedDraft({ ...draftFields, ...note, noted: { by: stranger, name: 'Bob' } }),
};
const returning = (name: string, change: Fields, expected = false): AttackCase =>
  attackCase(`returned draft ${name}`, returned, [updateDraft(uid, draftFields, change), expected]);
const ownPage = storedPage({ owner: author.uid, published: true });

/** Notes with valid and invalid signatures. */
const notes: readonly AttackCase[] = [
  changingDraft('with a signed note', { ...note, noted }, true),
  changingDraft('with an unsigned note', { ...note, noted: null }, true),
  changingDraft('with a note in the name of another', { ...note, noted: { ...noted, by: stranger } }),
  changingDraft('with a note under another name', { ...note, noted: { ...noted, name: 'Eve' } }),
  changingDraft('with a note signed with a field more', { ...note, noted: { ...noted, at: 1 } }),
  changingDraft('with a signature and no note', { noted }),
  returning('signed by another editor', { noted }),
  returning('with another note under the old signature', { note: 'Longer, please' }),
  returning('with another note', { note: 'Longer, please', noted }, true),
  returning('without its note', { note: null, noted: null }, true),
  returning('without its note, the signature left', { note: null }, true),
  returning('without its signature', { noted: null }, true),
  by(author, 'signs a missing note', [
    { ...ownPage, ...storedDraft(draftFields) },
    updateDraft(author.uid, draftFields, { noted: { by: author.uid, name: defaultName(author.uid) } }),
  ]),
];

const question = { rev: 3, by: uid, name: defaultName(uid) };

/** Messages to the reviewer. */
const messages: readonly AttackCase[] = [
  changingDraft('and submitted without a message', { review: { ...question, message: null } }, true),
  changingDraft(
    'and submitted with a message',
    { review: { ...question, message: textOfLength(limits.reviewMessage) } },
    true,
  ),
  changingDraft('and submitted with a message that is too long', {
    review: { ...question, message: textOfLength(limits.reviewMessage + 1) },
  }),
  changingDraft('and submitted with a message that is not a string', { review: { ...question, message: 1 } }),
];

const asked = { rev: 2, by: stranger, name: 'Bob', message: 'Prices went up' };
const origin = { rev: 4, authors: [stranger], message: null };

interface Published {
  name: string;
  collection: string;
  id: string;
  initialState: InitialState;
  update(data: Fields): Write[];
}

const kindsAndSetting: Published[] = [
  ...kinds.map((kind) => ({
    ...kind,
    id: idOf(kind),
    initialState: kind.stored({ owner: uid, published: true }),
    update: (data: Fields) => kind.update(uid, data),
  })),
  {
    name: 'setting',
    collection: 'site_settings',
    id: 'ga4_id',
    initialState: { 'site_settings/ga4_id': { value: 'G-1', rev: 3, updated_at: storedTime, updated_by: stranger } },
    update: (data) => [{ update: 'site_settings/ga4_id', data: { rev: 4, updated_at: now, updated_by: uid, ...data } }],
  },
];

/** Documents whose field `from_draft` refers to another draft or to other authors. */
const origins = kindsAndSetting.flatMap(({ name, collection, id, initialState, update }): AttackCase[] => {
  const draft = `drafts/${collection}_${id}`;
  const actor = { ...(collection === 'site_settings' ? admin : editor), uid };
  const stored = (fields: Fields = {}): InitialState => {
    const data = collection === 'site_settings' ? { ga4_id: 'G-2' } : {};
    return { ...initialState, ...storedDraft({ ...draftFields, collection, id, data, ...fields }) };
  };
  const publishing = (
    situation: string,
    from_draft: Fields[string],
    { expected = false, review = null }: { expected?: boolean; review?: Fields | null } = {},
  ): AttackCase =>
    by(actor, `${name} published ${situation}`, [
      stored({ review }),
      [...update({ from_draft }), { delete: draft }],
      expected,
    ]);
  const left: InitialState = {
    ...initialState,
    [`${collection}/${id}`]: { ...initialState[`${collection}/${id}`], from_draft: origin },
  };
  return [
    publishing("from its draft's author", origin, { expected: true }),
    publishing(
      "from its draft's author and the publisher",
      { ...origin, authors: [stranger, uid] },
      { expected: true },
    ),
    publishing('with a message', { ...origin, message: asked.message }, { expected: true, review: asked }),
    publishing('with a message that was not submitted', { ...origin, message: 'Mine' }, { review: asked }),
    publishing('without the message that was sent', origin, { review: asked }),
    publishing('with a message without a review', { ...origin, message: 'Mine' }),
    publishing('as the revision before', { ...origin, rev: 3 }),
    publishing('from another author', { ...origin, authors: ['eve'] }),
    publishing('from the publisher alone', { ...origin, authors: [uid] }),
    publishing('from the publisher first', { ...origin, authors: [uid, stranger] }),
    publishing('from no author', { ...origin, authors: [] }),
    publishing('from a draft with a field more', { ...origin, more: 1 }),
    publishing('with a string as origin', 'a draft'),
    by(actor, `${name} published from a draft that stays`, [stored(), update({ from_draft: origin })]),
    by(actor, `${name} published from a missing draft`, [initialState, update({ from_draft: origin })]),
    by(actor, `${name} saved after it was published from a draft`, [left, update({}), true]),
  ];
});

const setting: Fields = { collection: 'site_settings', id: 'ga4_id', data: { ga4_id: 'G-1' }, base_rev: 0 };

const first = { ...origin, rev: 1 };
const firstSetting: Write = {
  set: 'site_settings/ga4_id',
  data: { value: 'G-1', rev: 1, updated_at: now, updated_by: uid, from_draft: first },
};

export const authorshipAttacks: readonly AttackCase[] = [
  ...typing,
  ...notes,
  ...messages,
  ...origins,
  ...kinds.map(({ name, create }) =>
    attackCase(`${name} created from a missing draft`, {}, [create(uid, { from_draft: first })]),
  ),
  attackCase('deleted page published from its draft', storedDraft(draftFields), [
    [...createPage(uid, { from_draft: first }), { delete: draftPath }],
    true,
  ]),
  attackCase('page published with a fractional revision', drafted, [
    [...updatePage(uid, { from_draft: { ...origin, rev: double(4.5) } }), { delete: draftPath }],
  ]),
  by({ ...admin, uid }, 'setting created from its draft', [
    storedDraft({ ...draftFields, ...setting }),
    [firstSetting, { delete: 'drafts/site_settings_ga4_id' }],
    true,
  ]),
  by({ ...admin, uid }, 'setting created from a missing draft', [{}, [firstSetting]]),
];
