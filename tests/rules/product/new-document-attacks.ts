import { admin, author, editor } from './actors.ts';
import type { Actor, AttackCase, Fields, InitialState, Write } from './attack-case.ts';
import { by, stranger } from './batch.ts';
import { createDemo, createPage, sectionFields, sealedHash, storedPage } from './documents.ts';
import {
  createDraft,
  demoDraftPath,
  draftEmbed,
  draftEmbedPath,
  draftPath,
  newDemoDraftFields,
  newDraftFields,
  storedDraft,
  updateDraft,
} from './draft-cases.ts';

const inTrash = (owner: string): InitialState => ({
  'trash/pages_p1': { collection: 'pages', id: 'p1', data: { created_by: owner, is_published: false, rev: 5 } },
});
const drafting = (actor: Actor, fields: Fields): Write[] => createDraft(actor.uid, { ...newDraftFields, ...fields });
const section = { collection: 'homepage_sections', id: 's1', data: sectionFields };
const review = (actor: Actor): Fields => ({
  review: { rev: 1, by: actor.uid, name: `${actor.uid}@example.com`, message: null },
});

/** The batch that creates the page of a draft and deletes that draft. */
const creating = (actor: Actor, data: Fields, authors: string[]): Write[] => [
  ...createPage(actor.uid, { ...data, from_draft: { rev: 1, authors, message: null } }),
  { delete: draftPath },
];
const creatingDemo = (actor: Actor, data: Fields): Write[] => [
  ...createDemo(actor.uid, { ...data, from_draft: { rev: 1, authors: [actor.uid], message: null } }),
  { delete: demoDraftPath },
  { delete: draftEmbedPath },
];
const demoDraft = (owner: string): InitialState => ({
  ...storedDraft(newDemoDraftFields, owner),
  [draftEmbedPath]: draftEmbed,
});
const sealed = sealedHash(author.uid);

/** Drafts of documents that were never created, and the creation of these documents. */
export const newDocumentAttacks: readonly AttackCase[] = [
  ...[author, editor, admin].flatMap((actor): AttackCase[] => [
    by(actor, 'draft of a new page', [{}, drafting(actor, {}), true]),
    by(actor, 'draft of a new page with the fields of an empty form', [{}, drafting(actor, { data: {} }), true]),
    by(actor, 'draft of a new page above revision 0', [{}, drafting(actor, { base_rev: 1 })]),
    by(actor, 'draft of a new page submitted for review', [{}, drafting(actor, review(actor))]),
    by(actor, 'draft of a new page of which a page is in the trash', [inTrash(actor.uid), drafting(actor, {})]),
    by(actor, 'draft of a new document of another collection', [
      {},
      drafting(actor, { collection: 'trash', id: 'p1', data: {} }),
    ]),
    ...['..', '.', '__x__', '____', 'a%2Fb', 'a b', '€', 'x'.repeat(65)].map((id) =>
      by(actor, `draft of a new page with the id ${id}`, [{}, drafting(actor, { id })]),
    ),
    by(actor, 'draft of a new page with an id of 64 characters', [
      {},
      drafting(actor, { id: 'x_-9'.repeat(16) }),
      true,
    ]),
    by(actor, 'draft of a stored page with another id', [
      { 'pages/a%2Fb': storedPage({ owner: actor.uid, published: false })['pages/p1'] ?? {} },
      drafting(actor, { id: 'a%2Fb', base_rev: 3 }),
      true,
    ]),
    by(actor, 'draft of an earlier version with an unusable id deleted', [
      storedDraft({ ...newDraftFields, id: 'a%2Fb' }, actor.uid),
      [{ delete: 'drafts/pages_a%2Fb' }],
      true,
    ]),
    by(actor, 'draft of a new section', [{}, drafting(actor, section), actor !== author]),
    by(actor, 'draft of a new demo with its code', [
      {},
      [...createDraft(actor.uid, newDemoDraftFields), { set: draftEmbedPath, data: draftEmbed }],
      true,
    ]),
    by(actor, 'new page created from its draft', [
      storedDraft(newDraftFields, actor.uid),
      creating(actor, {}, [actor.uid]),
      true,
    ]),
    by(actor, 'new page created beside its draft', [
      storedDraft(newDraftFields, actor.uid),
      createPage(actor.uid),
      true,
    ]),
    by(actor, 'new page created in the name of a user without a draft', [
      {},
      createPage(actor.uid, { created_by: stranger }),
    ]),
    by(actor, 'new page created in the name of a third user', [
      storedDraft(newDraftFields, actor.uid),
      creating(actor, { created_by: stranger }, [actor.uid]),
    ]),
    by(actor, "new page created from another user's draft for that user", [
      storedDraft(newDraftFields),
      creating(actor, { created_by: stranger }, [stranger]),
      actor !== author,
    ]),
    by(actor, "new page created from another user's draft as an own page", [
      storedDraft(newDraftFields),
      creating(actor, {}, [stranger]),
      actor !== author,
    ]),
    by(actor, "new page created beside another user's draft", [
      storedDraft(newDraftFields),
      createPage(actor.uid),
      actor !== author,
    ]),
    by(actor, "page created again beside another user's draft of the deleted page", [
      { ...storedDraft({ ...newDraftFields, base_rev: 5 }), ...inTrash(actor.uid) },
      createPage(actor.uid, { rev: 6 }),
      true,
    ]),
    by(actor, 'new demo created from its draft', [demoDraft(actor.uid), creatingDemo(actor, {}), true]),
    by(actor, "new demo created from another user's draft", [
      demoDraft(stranger),
      [...createDemo(actor.uid), { delete: demoDraftPath }, { delete: draftEmbedPath }],
      actor !== author,
    ]),
    by(actor, 'draft of a new page changed to a later base', [
      storedDraft(newDraftFields, actor.uid),
      updateDraft(actor.uid, newDraftFields, { base_rev: 1 }),
    ]),
    by(actor, 'draft of a deleted page deleted', [
      { ...storedDraft(newDraftFields, actor.uid), ...inTrash(actor.uid) },
      [{ delete: draftPath }],
    ]),
  ]),
  by(author, 'protected new demo created from its draft', [
    { ...demoDraft(author.uid), ...sealed.initialState },
    [
      ...creatingDemo(author, { is_password_protected: true }),
      { set: 'demo_secrets/d1', data: { password_hash: sealed.hash } },
    ],
    true,
  ]),
  {
    ...by(author, "code of another user's draft of a deleted demo", [
      { ...storedDraft({ ...newDemoDraftFields, base_rev: 3 }), [draftEmbedPath]: draftEmbed },
      [],
    ]),
    try: { get: draftEmbedPath },
  },
];
