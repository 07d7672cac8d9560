import { Text } from '@chakra-ui/react';
import { foldText } from '@frontage/model/fold';
import { texts } from '@frontage/model/messages';
import { createContext, use } from 'react';
import type { TextMatches } from '../../lib/search/search.queries.ts';
import { Badge } from '../../ui/note.tsx';

export const noMatches: Pick<TextMatches, 'byId'> = { byId: new Map() };

interface ListSearch<Entry> {
  /** The typed text. */
  search: string;
  matches: Pick<TextMatches, 'byId'>;
  /** The title and the slug of an entry. */
  textsOf: (document: Entry) => readonly string[];
}

interface Found<Entry> {
  /** Entries whose title or slug has the text, ignoring case and accents, or the words; in their order. */
  inTitle: Entry[];
  /** Other entries that have the words, the best first. */
  inText: Entry[];
}

/** The entries of a list that a search finds; all for an empty text. */
export function searchList<Entry extends { document: { id: string } }>(
  entries: readonly Entry[],
  { search, matches: { byId }, textsOf }: ListSearch<Entry['document']>,
): Found<Entry> {
  const wanted = foldText(search.trim());
  if (wanted === '') return { inTitle: [...entries], inText: [] };
  const found: Found<Entry> = { inTitle: [], inText: [] };
  for (const entry of entries) {
    const match = byId.get(entry.document.id);
    const isInTitle =
      match?.isInText === false || textsOf(entry.document).some((text) => foldText(text).includes(wanted));
    if (isInTitle) found.inTitle.push(entry);
    else if (match) found.inText.push(entry);
  }
  const rankOf = ({ document: { id } }: Entry): number => byId.get(id)?.rank ?? 0;
  found.inText.sort((a, b) => rankOf(a) - rankOf(b));
  return found;
}

/** The ids of the rows that a search found by their text only. */
export const FoundInText = createContext<ReadonlySet<string>>(new Set());

/** In a row: says that a search found it by its text or its draft, not by its title or slug. */
export function InTextMark({ id }: { id: string }) {
  return use(FoundInText).has(id) && <Badge tone="quiet">In the text</Badge>;
}

/** Below a search field: says that only titles and slugs are searched. Announced when it appears. */
export function SearchNote({ isUnavailable }: Pick<TextMatches, 'isUnavailable'>) {
  return (
    <Text role="status" textStyle="sm" color="fg.muted" mb={isUnavailable ? '4' : undefined}>
      {isUnavailable && texts.titlesOnly}
    </Text>
  );
}
