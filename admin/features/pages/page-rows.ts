import { foldText } from '@frontage/model/fold';
import { pageTree } from '@frontage/model/navigation';
import type { Listed } from '@frontage/model/summaries/listed';

export interface PageRow {
  entry: Listed<'page'>;
  /** The depth below the top level. */
  depth: number;
}

/** The pages whose title or slug contains the search text, ignoring case and accents, as a tree. */
export function pageRows(entries: readonly Listed<'page'>[], search: string): PageRow[] {
  const wanted = foldText(search.trim());
  const found =
    wanted === ''
      ? entries
      : entries.filter(
          ({ document: { title, slug } }) => foldText(title).includes(wanted) || foldText(slug).includes(wanted),
        );
  const byId = new Map(found.map((entry) => [entry.document.id, entry]));
  return pageTree(found.map(({ document }) => document)).flatMap(({ page, depth }) => {
    const entry = byId.get(page.id);
    return entry ? [{ entry, depth }] : [];
  });
}
