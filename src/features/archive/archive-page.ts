import type { Content } from '@frontage/model/content';
import { archiveAt, archivePath, feedPath, kinds } from '@frontage/model/kinds/kinds';
import { filterValues, type List } from '@frontage/model/lists';

/** A page of an archive or of one of its tags. */
export interface ArchivePage {
  heading: string;
  cards: List['cards'];
  /** The paths of the pages with newer and older entries; null if there is none. */
  newer: string | null;
  older: string | null;
  /** The path of the feed; null if the archive has none. */
  feed: string | null;
  /** The noun for several entries. */
  noun: string;
  path: string;
  /** The title and description of the page in its head; null for the description of the site. */
  title: string;
  description: string | null;
}

/** The page of an archive at a path, such as `/news`, `/news/page/2` and `/news/tag/launch`; null if it has no entries. */
export function archivePage(content: Content, path: string): ArchivePage | null {
  const found = archiveAt(path);
  if (found === null || found.address === 'feed') return null;
  const { kind, archive, address } = found;
  const { page, tag } = address;
  const list = content.list(kind, { page, ...(tag !== null && { where: { [archive.tags ?? '']: tag } }) });
  if (list === null || (tag !== null && list.cards.length === 0)) return null;
  const { title, description, nouns } = kinds[kind];
  const heading = tag === null ? title : `${title}: ${tagName(list, { kind, field: archive.tags ?? '', tag })}`;
  const pathOf = (number: number): string | null => archivePath(kind, { page: number, tag });
  return {
    heading,
    cards: list.cards,
    older: list.older === null ? null : pathOf(list.older),
    newer:
      page === 'newest' ? null : list.newer === null ? archivePath(kind, { page: 'newest', tag }) : pathOf(list.newer),
    feed: feedPath(kind),
    noun: nouns.many,
    path,
    title: page === 'newest' ? heading : `${heading}, page ${String(page)}`,
    description: tag === null && page === 'newest' ? description : null,
  };
}

/**
 * A tag in the spelling of the oldest entry on the page, so that a new entry changes the titles of no earlier pages; its
 * address if cards do not contain the tags.
 */
function tagName(
  { cards }: List,
  { kind, field, tag }: { kind: keyof typeof kinds; field: string; tag: string },
): string {
  const described = kinds[kind].fields[field];
  const tags = cards.at(-1)?.fields[field];
  if (described === undefined || !Array.isArray(tags)) return tag;
  return String(tags.find((one) => filterValues(described, [one]).includes(tag)) ?? tag);
}
