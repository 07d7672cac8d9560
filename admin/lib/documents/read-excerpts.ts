import { kinds, type Kind } from '@frontage/model/kinds';
import type { Listed } from '@frontage/model/summaries/listed';
import { excerptText } from '@frontage/model/summaries/summarize';
import type { DocumentStore } from './document-store.ts';

// Enough for the documents that one user saves within seconds. The others get their excerpts with their summaries.
const maxTexts = 20;
const textFields: Partial<Record<Kind, string>> = { page: 'body', section: 'content' };

interface Relisted<K extends Kind> {
  now: readonly Listed<K>[];
  /** The previous list. */
  before?: readonly Listed<K>[] | undefined;
}

/**
 * Adds an excerpt, made from the text, to each document that is newer than its summary. Reads each version once. If a
 * text cannot be read, the excerpt of the previous version stays.
 */
export async function withExcerpts<K extends Kind>(
  store: DocumentStore,
  kind: K,
  { now, before = [] }: Relisted<K>,
): Promise<Listed<K>[]> {
  const field = textFields[kind];
  const ahead = now.filter(({ isAhead }) => isAhead);
  if (field === undefined || ahead.length === 0) return [...now];
  const known = new Map(before.filter(({ isAhead }) => isAhead).map((entry) => [versionOf(entry), entry]));
  const unknown = ahead
    .filter((entry) => !known.has(versionOf(entry)))
    .toSorted((a, b) => Number(a.document.excerpt !== '') - Number(b.document.excerpt !== ''));
  const excerpts = new Map([...known].map(([version, { document }]) => [version, document.excerpt]));
  await Promise.all(
    unknown.slice(0, maxTexts).map(async (entry) => {
      const found = await store.read(`${kinds[kind].collection}/${entry.document.id}`, [field]);
      if (found.ok && found.value) excerpts.set(versionOf(entry), excerptText(kind, found.value));
    }),
  );
  return now.map((entry) => {
    const excerpt = entry.isAhead && excerpts.get(versionOf(entry));
    return excerpt === undefined ? entry : { ...entry, document: { ...entry.document, excerpt } };
  });
}

const versionOf = ({ document: { id, rev } }: Listed<Kind>): string => `${rev} ${id}`;
