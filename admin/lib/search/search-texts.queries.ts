import { namesOf } from '@frontage/model/kinds/field';
import { kindOf, kinds } from '@frontage/model/kinds/kinds';
import { collections, draftId } from '@frontage/model/paths';
import type { Data } from '@frontage/model/changes/write';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type DocumentStore, valueOf } from '../documents/document-store.ts';
import { useDocumentStore } from '../firestore/client.ts';
import type { SearchHit } from '@frontage/model/staff-index';

// With the index, a search reads fewer than 100 documents.
const maxTexts = 40;
const settleMs = 250;

/**
 * The texts of hits, each undefined until it is read. Texts are read when `typed` pauses, at most 40 while the search is
 * open, because the index contains words only.
 */
export function useSearchTexts(hits: readonly SearchHit[], typed: string): (string[] | undefined)[] {
  const store = useDocumentStore();
  const [settled, setSettled] = useState(typed);
  const read = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return useQueries({
    queries: hits.map(({ collection, id, entry, isDraft }) => ({
      queryKey: ['search', 'text', collection, id, isDraft, entry.updatedAt],
      queryFn: () => ((read.current += 1) > maxTexts ? [] : readTexts(store, { collection, id, isDraft })),
      enabled: settled === typed,
      staleTime: Infinity,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
}

/** The searched texts of a document or its draft, without markup. */
async function readTexts(
  store: DocumentStore,
  { collection, id, isDraft }: Pick<SearchHit, 'collection' | 'id' | 'isDraft'>,
): Promise<string[]> {
  const kind = kindOf(collection);
  const fields: readonly string[] = kind === null ? [] : namesOf(kinds[kind].fields, 'searched');
  const stored = isDraft
    ? await store.read(
        `${collections.drafts}/${draftId(collection, id)}`,
        fields.map((field) => `data.${field}`),
      )
    : await store.read(`${collection}/${id}`, fields);
  const data = valueOf(stored);
  const values = (isDraft ? data?.['data'] : data) as Data | null | undefined;
  // Loaded on demand, because it contains the Markdown parser.
  const { searchedText } = await import('@frontage/model/searched-document');
  return fields
    .map((field) => searchedText(kind === null ? undefined : kinds[kind].fields[field], values?.[field]))
    .filter((text) => text !== '');
}
