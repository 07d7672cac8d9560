import type { RedirectFields } from '@frontage/model/redirect';
import { putRedirect } from '@frontage/model/writes/put-redirect';
import type { ContentState } from '../sync/content-state.ts';
import { uidOf, afterWrites, type PreviewContext } from './apply-draft.ts';

interface AppliedRedirects {
  content: ContentState;
  /** Paths of the documents that would be written. */
  documents: ReadonlySet<string>;
}

/** Applies administrators' redirects to a copy of the content, by the same writes that storing them would make. */
export function applyRedirects(
  content: ContentState,
  redirects: readonly RedirectFields[],
  { at, viewer, hash }: PreviewContext & { hash: (bytes: Uint8Array) => string },
): AppliedRedirects {
  const writes = redirects.map((one) => putRedirect(hash(new TextEncoder().encode(one.from)), one, uidOf(viewer)));
  return { content: afterWrites(content, writes, at), documents: new Set(writes.map(({ path }) => path)) };
}
