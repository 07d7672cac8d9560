import { type DocumentReference, formatDocumentLink, referenceTo } from '@frontage/model/document-link';
import { foldText } from '@frontage/model/fold';
import { homepageAnchor, orderAsShown } from '@frontage/model/homepage';
import { type Kind, kindNames, nameOf, pathOf, type SlugKind, slugKindOf } from '@frontage/model/kinds/kinds';
import { sitePaths } from '@frontage/model/paths';
import type { Listed, ListedDocuments, ListedSection } from '@frontage/model/summaries/listed';

/** A page, a demo or a part of the homepage that a link can lead to. */
export interface LinkTarget {
  /** The target as stored in texts: `page:ID`, `demo:ID` or a path. */
  href: string;
  /** Null for parts of the homepage and other fixed addresses. */
  reference: DocumentReference | null;
  title: string;
  /** The current address. */
  path: string;
  isPublished: boolean;
  /** Title and address in lowercase without accents, for the search. */
  words: string;
}

type Documents = { readonly [K in Kind]?: readonly Pick<Listed<K>, 'document'>[] };

/** All targets, the most recently edited documents first, then the fixed addresses. */
export function linkTargets(byKind: Documents): LinkTarget[] {
  const documents = kindNames.flatMap((kind) => {
    const slugKind = slugKindOf(kind);
    return slugKind === null ? [] : (byKind[kind] ?? []).map(({ document }) => addressed(slugKind, kind, document));
  });
  const target = (known: Omit<LinkTarget, 'words'>): LinkTarget => ({
    ...known,
    words: foldText(`${known.title} ${known.path}`),
  });
  return [
    ...documents
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
      .map(({ updatedAt: _, ...known }) => target(known)),
    ...fixedTargets(sectionsIn(byKind)).map((fixed) =>
      target({ ...fixed, href: fixed.path, reference: null, isPublished: true }),
    ),
  ];
}

function addressed(slugKind: SlugKind, kind: Kind, document: ListedDocuments[Kind]) {
  const { id, is_published: isPublished, updated_at: updatedAt } = document;
  return {
    href: formatDocumentLink({ kind: slugKind, id }),
    reference: referenceTo({ kind: slugKind, id }),
    title: nameOf(kind, document),
    path: pathOf(slugKind, String(Reflect.get(document, 'slug'))),
    isPublished,
    updatedAt,
  };
}

const sectionsIn = ({ section = [] }: Documents) => section.map(({ document }) => document);

/** The homepage, its sections below the first one, and the gallery. */
const fixedTargets = (sections: readonly ListedSection[]) => [
  { title: 'Homepage', path: sitePaths.home },
  { title: 'Demos', path: sitePaths.demos },
  ...homepageAnchors(sections).map(({ id, title }) => ({ title: `Homepage: ${title}`, path: `/#${id}` })),
];

/** The ids of the sections that the homepage shows below the first one. */
export const homepageAnchors = (sections: readonly ListedSection[]): { id: string; title: string }[] =>
  orderAsShown(sections.filter((section) => section.is_published && section.is_visible))
    .slice(1)
    .map(({ title }, index) => ({ id: homepageAnchor(index), title }));

/** An entry of a search, with its text in lowercase without accents. */
interface Searchable {
  words: string;
}

/**
 * The best targets for typed words, at most `count`: every word must begin or be in the title or address, or have its
 * letters there in this order. Without words, the first targets.
 */
export function findTargets<Target extends Searchable>(
  targets: readonly Target[],
  typed: string,
  count: number,
): Target[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return targets.slice(0, count);
  const ranks: { target: Target; rank: number }[] = [];
  for (const target of targets) {
    const rank = rankOf(target, words);
    if (rank !== null) ranks.push({ target, rank });
  }
  // Sorting is stable: equal ranks stay in the order of the targets.
  return ranks
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ target }) => target);
}

/** Smaller is better; null if a word does not match. */
function rankOf({ words: text }: Searchable, words: readonly string[]): number | null {
  let rank = text.startsWith(words[0] ?? '') ? 0 : 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === -1) {
      if (!hasLetters(text, word)) return null;
      rank += 100;
    } else if (!isWordStart(text, at) && !startsWord(text, word)) rank += 10;
  }
  return rank;
}

const isWordStart = (text: string, at: number): boolean => at === 0 || /[\s/-]/.test(text[at - 1] ?? '');

const startsWord = (text: string, word: string): boolean => [' ', '/', '-'].some((gap) => text.includes(gap + word));

/** Whether a text has all letters of a word in their order. Shorter words would match nearly every text. */
function hasLetters(text: string, word: string): boolean {
  if (word.length < 3) return false;
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
