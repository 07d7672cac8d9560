import type { AttackCase, Fields } from './attack-case.ts';
import { attackCase, uid } from './batch.ts';
import { storedPage } from './documents.ts';
import { createDraft, draftFields, storedDraft, updateDraft } from './draft-cases.ts';

/** A live page of the editor's, and the same with a draft beside it. */
export const page = storedPage({ owner: uid, published: true });
export const drafted = { ...page, ...storedDraft(draftFields) };

/** An editor's new draft of the page, other than it should be in these fields. */
export const making = (name: string, fields: Fields, expected = false): AttackCase =>
  attackCase(`draft ${name}`, page, [createDraft(uid, { ...draftFields, ...fields }), expected]);
/** An editor's next version of the page's draft, likewise. */
export const changing = (name: string, change: Fields, expected = false): AttackCase =>
  attackCase(`draft changed ${name}`, drafted, [updateDraft(uid, draftFields, change), expected]);
