import { foldText } from '@frontage/model/fold';
import { sitePaths } from '@frontage/model/paths';
import { useMemo } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';

/** A page or demo that a link can lead to. */
export interface LinkTarget {
  id: string;
  title: string;
  path: string;
  /** Title and slug without accents, for the search. */
  words: string;
}

const shownTargets = 6;

/** All pages and demos, the newest first. */
export function useLinkTargets(): readonly LinkTarget[] {
  const pages = useDocuments('page').data;
  const demos = useDocuments('demo').data;
  return useMemo(() => {
    const target = (id: string, title: string, path: string) => ({
      id,
      title,
      path,
      words: foldText(`${title} ${path}`),
    });
    return [
      ...(pages ?? []).map(({ document: { id, title, slug } }) => target(id, title, sitePaths.page(slug))),
      ...(demos ?? []).map(({ document: { id, heading, slug } }) => target(id, heading, sitePaths.demo(slug))),
    ];
  }, [pages, demos]);
}

/** The targets whose title or slug contains all typed words; those that begin with them first. */
export function findTargets(targets: readonly LinkTarget[], query: string): readonly LinkTarget[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const found = targets.filter((target) => words.every((word) => target.words.includes(word)));
  const starts = (target: LinkTarget): number => (target.words.startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, shownTargets);
}
