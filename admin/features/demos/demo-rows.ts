import { foldText } from '@frontage/model/fold';
import type { Listed } from '@frontage/model/summaries/listed';

type Entry = Listed<'demo'>;

/** The figures above the list. */
export function demoStats(entries: readonly Entry[]) {
  const demos = entries.map(({ document }) => document);
  const published = demos.filter((demo) => demo.is_published).length;
  return {
    total: demos.length,
    published,
    protectedOnes: demos.filter((demo) => demo.is_password_protected).length,
    drafts: demos.length - published,
  };
}

/** The demos whose heading or slug contains the search text, ignoring case and accents, newest first. */
export function filterDemos(entries: readonly Entry[], search: string): Entry[] {
  const wanted = foldText(search.trim());
  return entries
    .filter(({ document: { heading, slug } }) => foldText(heading).includes(wanted) || foldText(slug).includes(wanted))
    .sort(({ document: a }, { document: b }) => compareNewest(a, b));
}

function compareNewest(a: Entry['document'], b: Entry['document']): number {
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
