import { limits } from '@frontage/model/limits';
import { author, emailOf, editor } from './actors.ts';
import type { AttackCase, Fields } from './attack-case.ts';
import { attackCase, by, stranger, uid } from './batch.ts';
import { createPage, pageFields, storedPage } from './documents.ts';
import { changing, making, page } from './draft-batches.ts';
import { createDraft, draftFields, storedDraft, updateDraft } from './draft-cases.ts';
import { long } from './field-values.ts';

const name = emailOf(editor);
const question = { rev: 3, by: uid, name };
const asked = { ...page, ...storedDraft({ ...draftFields, review: { rev: 2, by: stranger, name: 'Bob' } }) };
const own = storedPage({ owner: author.uid, published: true });
const returned = { ...own, ...storedDraft({ ...draftFields, note: 'Shorter' }) };
const answering = (name: string, change: Fields, expected = false): AttackCase =>
  attackCase(`asked draft ${name}`, asked, [updateDraft(uid, draftFields, change), expected]);

/** Invalid review submissions, answers and notes. */
export const reviewAttacks: readonly AttackCase[] = [
  making('asked for at once', { review: { rev: 1, by: uid, name } }, true),
  making('asked for, of a later version', { review: { rev: 2, by: uid, name } }),
  changing('and asked for', { review: question }, true),
  changing('and asked for without a name', { review: { rev: 3, by: uid }, name: null }, true),
  changing('and asked for, of the version before', { review: { ...question, rev: 2 } }),
  changing('and asked for in the name of another', { review: { ...question, by: stranger } }),
  changing('and asked for under another name', { review: { ...question, name: 'Eve' } }),
  changing('and asked for with a field more', { review: { ...question, is_granted: true } }),
  changing('and asked for in words', { review: 'please' }),
  answering('typed on', { data: pageFields }, true),
  answering('given back', { review: null, note: 'Shorter, please' }, true),
  answering('asked for again', { review: question }, true),
  answering('that claims to be asked as it is now', { review: { rev: 3, by: stranger, name: 'Bob' } }),
  changing('with a long note', { note: long(limits.reviewNote) }, true),
  changing('with a note that is too long', { note: long(limits.reviewNote + 1) }),
  changing('with a note that is no text', { note: 1 }),
  changing('with a note that holds U+0000', { note: 'Shorter\u0000' }),
  making('with a note from the first', { note: 'Mine' }, true),
  by(author, 'makes a page and its draft at once', [
    {},
    [...createPage(author.uid), ...createDraft(author.uid, draftFields)],
    true,
  ]),
  by(author, 'writes a note', [own, createDraft(author.uid, { ...draftFields, note: 'Well done' })]),
  by(author, 'writes no note', [own, createDraft(author.uid, draftFields), true]),
  by(author, 'goes on under a note', [returned, updateDraft(author.uid, draftFields), true]),
  by(author, 'takes the note away', [returned, updateDraft(author.uid, draftFields, { note: null }), true]),
  by(author, 'writes another note', [returned, updateDraft(author.uid, draftFields, { note: 'Well done' })]),
];
