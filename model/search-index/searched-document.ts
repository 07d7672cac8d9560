import { draftDocument } from '../draft.ts';
import { kindOf, kinds, type Kind } from '../kinds.ts';
import { parseMarkdown } from '../markdown.ts';
import { collections } from '../paths.ts';
import { type SearchedCollection, searchedTexts } from './searched.ts';
import type { SearchedDocument } from './search-shard.ts';

const markdown: readonly string[] = ['body', 'content'];

type Fields = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The words that a search finds of a stored document, plain JSON; null if it is not found. */
export function searchedDocument(collection: SearchedCollection, data: Fields): SearchedDocument | null {
  const updatedAt = textOf(data['updated_at']);
  if (collection === collections.drafts) {
    const draft = draftDocument.pick({ collection: true, id: true, data: true }).safeParse(data).data;
    const kind = draft && kindOf(draft.collection);
    if (!draft || !kind) return null;
    const { entry, text } = ofKind(kind, draft.data);
    const draftOf = { collection: draft.collection, id: draft.id };
    return { entry: { ...entry, isPublished: false, updatedAt, draftOf }, text };
  }
  if (collection === collections.profiles) {
    const name = [data['first_name'], data['last_name']].map(textOf).filter(Boolean).join(' ');
    const email = textOf(data['email']);
    if (name === '' && email === '') return null;
    return {
      entry: { title: name || email, slug: email, isPublished: data['is_active'] !== false, updatedAt },
      text: '',
    };
  }
  const kind = kindOf(collection);
  if (!kind) return null;
  const { entry, text } = ofKind(kind, data);
  return { entry: { ...entry, updatedAt }, text };
}

function ofKind(kind: Kind, data: Fields): SearchedDocument {
  const title = textOf(data[kinds[kind].nameField]).slice(0, 300);
  const slug = textOf(data['slug'] ?? data['section_key']).slice(0, 200);
  const text = searchedTexts[kind].map((field) => searchedText(field, data[field])).join('\n');
  return { entry: { title, slug, isPublished: data['is_published'] === true, updatedAt: '' }, text };
}

/** The text of a field without markup. */
export const searchedText = (field: string, value: unknown): string =>
  markdown.includes(field) ? parseMarkdown(textOf(value), true).words() : textOf(value);
