import { draftDocument } from './draft.ts';
import { textsIn } from './fields.ts';
import { currentFields, kindOf, kinds, type Kind } from './kinds/kinds.ts';
import { type Field, namesOf, textsOf } from './kinds/field.ts';
import { limits } from './limits.ts';
import { parseMarkdown } from './markdown.ts';
import { collections } from './paths.ts';
import type { SearchEntry } from './search-words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The text of a field's value; that of a list has a line for each entry. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : textsIn(value).join('\n'));

/** A document with the text in which a search finds it. */
export interface SearchedDocument {
  entry: SearchEntry;
  text: string;
}

/** The part of a text that is searched. */
export type CutText = (text: string) => string;

/** Drafts may be longer than a document that can be published. */
export const cutToLimit: CutText = (text) => text.slice(0, limits.body);

/** The words that a search finds of a stored document, plain JSON; null if it is not found. */
export function searchedDocument(collection: string, data: Fields, cut: CutText = cutToLimit): SearchedDocument | null {
  const updatedAt = textOf(data['updated_at']);
  if (collection === collections.drafts) {
    const draft = draftDocument.pick({ collection: true, id: true, data: true }).safeParse(data).data;
    const kind = draft && kindOf(draft.collection);
    if (!draft || !kind) return null;
    const { entry, text } = ofKind(kind, draft.data, cut);
    const draftOf = { collection: draft.collection, id: draft.id };
    return { entry: { ...entry, isPublished: false, updatedAt, draftOf }, text };
  }
  const kind = kindOf(collection);
  if (!kind) return null;
  const { entry, text } = ofKind(kind, data, cut);
  return { entry: { ...entry, updatedAt }, text };
}

function ofKind(kind: Kind, stored: Fields, cut: CutText): SearchedDocument {
  const { fields, nameField } = kinds[kind];
  const data = currentFields(kind, stored);
  const title = textOf(data[nameField]).slice(0, 300);
  const slug = textOf(data['slug'] ?? data['section_key']).slice(0, 200);
  const texts = namesOf(fields, 'searched').map((name) => searchedText(fields[name], data[name], cut));
  const text = texts.filter((part) => part !== '').join('\n');
  return { entry: { title, slug, isPublished: data['is_published'] === true, updatedAt: '' }, text };
}

/** The text of a field without markup; of choices, their labels; of a list of groups, the texts of its rows. */
export function searchedText(
  field: Pick<Field, 'type' | 'row' | 'options'> | undefined,
  value: unknown,
  cut: CutText = cutToLimit,
): string {
  if (field?.row !== undefined) {
    const texts = textsOf({ rows: field as Field }, { rows: value }, ['text']);
    return cut(
      texts
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join('\n'),
    );
  }
  const { options = {} } = field ?? {};
  if (field?.type === 'number') return typeof value === 'number' ? String(value) : '';
  if (field?.type === 'choices') return textOf(textsIn(value).map((entry) => options[entry] ?? entry));
  const text = cut(textOf(value));
  return field?.type === 'markdown' ? parseMarkdown(text, true).words() : text;
}
