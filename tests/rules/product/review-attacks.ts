import { limits } from '@frontage/model/limits';
import { author, emailOf, editor } from './actors.ts';
import type { AttackCase, Fields } from './attack-case.ts';
import { attackCase, by, stranger, uid } from './batch.ts';
import { createPage, pageFields, storedPage } from './documents.ts';
import { changingDraft, creatingDraft, page } from './draft-batches.ts';
import { createDraft, draftFields, storedDraft, updateDraft } from './draft-cases.ts';
import { textOfLength } from './field-values.ts';

const name = emailOf(editor);
const question = { rev: 3, by: uid, name };
const submitted = { ...page, ...storedDraft({ ...draftFields, review: { rev: 2, by: stranger, name: 'Bob' } }) };
const own = storedPage({ owner: author.uid, published: true });
const returned = { ...own, ...storedDraft({ ...draftFields, note: 'Shorter' }) };
const answering = (name: string, change: Fields, expected = false): AttackCase =>
  attackCase(`submitted draft ${name}`, submitted, [updateDraft(uid, draftFields, change), expected]);

/** Invalid review submissions, answers and notes. */
export const reviewAttacks: readonly AttackCase[] = [
  creatingDraft('submitted on creation', { review: { rev: 1, by: uid, name } }, true),
  creatingDraft('submitted with a later revision', { review: { rev: 2, by: uid, name } }),
  changingDraft('and submitted', { review: question }, true),
  changingDraft('and submitted without a name', { review: { rev: 3, by: uid }, name: null }, true),
  changingDraft('and submitted with the previous revision', { review: { ...question, rev: 2 } }),
  changingDraft('and submitted in the name of another', { review: { ...question, by: stranger } }),
  changingDraft('and submitted under another name', { review: { ...question, name: 'Eve' } }),
  changingDraft('and submitted with a field more', { review: { ...question, is_granted: true } }),
  changingDraft('and submitted with a string as review', { review: 'please' }),
  answering('edited', { data: pageFields }, true),
  answering('returned', { review: null, note: 'Shorter, please' }, true),
  answering('submitted again', { review: question }, true),
  answering('with a forged submission of its new revision', { review: { rev: 3, by: stranger, name: 'Bob' } }),
  changingDraft('with a long note', { note: textOfLength(limits.reviewNote) }, true),
  changingDraft('with a note that is too long', { note: textOfLength(limits.reviewNote + 1) }),
  changingDraft('with a note that is not a string', { note: 1 }),
  changingDraft('with a note that contains U+0000', { note: 'Shorter\u0000' }),
  creatingDraft('with a note on creation', { note: 'Mine' }, true),
  by(author, 'creates a page and its draft in one batch', [
    {},
    [...createPage(author.uid), ...createDraft(author.uid, draftFields)],
    true,
  ]),
  by(author, 'writes a note', [own, createDraft(author.uid, { ...draftFields, note: 'Well done' })]),
  by(author, 'writes no note', [own, createDraft(author.uid, draftFields), true]),
  by(author, 'edits a draft with a note', [returned, updateDraft(author.uid, draftFields), true]),
  by(author, 'removes the note', [returned, updateDraft(author.uid, draftFields, { note: null }), true]),
  by(author, 'writes another note', [returned, updateDraft(author.uid, draftFields, { note: 'Well done' })]),
];
