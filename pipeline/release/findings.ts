import type { Problem } from '@frontage/model/build-state';
import { collections } from '@frontage/model/paths';
import type { Receipt } from '../plan/plan.ts';
import type { Finding } from '../sync/compose.ts';
import type { ContentState } from '../sync/content-state.ts';

export type Findings = ReadonlyMap<string, readonly Finding[]>;

interface Found {
  content: ContentState;
  /** Receipts of routes that could not be rendered. */
  failed: Iterable<Receipt>;
  /** Messages on images that could not be used, by document. */
  images: ReadonlyMap<string, readonly string[]>;
}

/** Everything that keeps documents, or parts of them, off the site: by document, or by route where there is none. */
export function findingsOf({ content, failed, images }: Found): Findings {
  const findings = new Map<string, Finding[]>();
  const add = (finding: Finding): void => {
    const found = findings.get(finding.document);
    if (found) found.push(finding);
    else findings.set(finding.document, [finding]);
  };
  for (const problems of content.invalid.values()) for (const problem of problems) add({ ...problem, refuses: true });
  for (const finding of content.composition.pages.findings) add(finding);
  for (const finding of content.composition.demos.findings) add(finding);
  for (const { route, document, failure } of failed) {
    if (failure !== null) add({ document: document ?? route, field: null, message: failure, refuses: true });
  }
  for (const [document, messages] of images) {
    for (const message of messages) add({ document, field: null, message, refuses: false });
  }
  return findings;
}

/** What concerns one document; a demo answers for its embed code too, which editors see as one of its fields. */
export function findingsFor(document: string, findings: Findings): readonly Finding[] {
  const own = findings.get(document) ?? [];
  const [collection, id = ''] = document.split('/', 2);
  if (collection !== collections.demos) return own;
  return [...own, ...(findings.get(`${collections.demoEmbeds}/${id}`) ?? [])];
}

/** Findings as they are reported. */
export const problemsOf = (findings: Iterable<readonly Finding[]>): Problem[] =>
  [...findings].flat().map(({ document, field, message }) => ({ document, field, message }));
