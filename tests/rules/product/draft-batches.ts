import type { AttackCase, Fields } from './attack-case.ts';
import { attackCase, uid } from './batch.ts';
import { storedPage } from './documents.ts';
import { createDraft, draftFields, storedDraft, updateDraft } from './draft-cases.ts';

/** The documents of an editor's published page, and of that page with a draft. */
export const page = storedPage({ owner: uid, published: true });
export const drafted = { ...page, ...storedDraft(draftFields) };

/** A case in which an editor creates a draft of the page with these fields changed. */
export const creatingDraft = (name: string, fields: Fields, expected = false): AttackCase =>
  attackCase(`draft ${name}`, page, [createDraft(uid, { ...draftFields, ...fields }), expected]);
/** A case in which an editor updates the page's draft with these changes. */
export const changingDraft = (name: string, change: Fields, expected = false): AttackCase =>
  attackCase(`draft changed ${name}`, drafted, [updateDraft(uid, draftFields, change), expected]);
