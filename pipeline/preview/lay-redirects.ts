import type { RedirectFields } from '@frontage/model/redirect';
import { putRedirect } from '@frontage/model/writes/put-redirect';
import type { ContentState } from '../sync/content-state.ts';
import { uidOf, written, type Considered } from './lay-draft.ts';

interface LaidRedirects {
  content: ContentState;
  /** Paths of what would be written. */
  documents: ReadonlySet<string>;
}

/** Lays administrators' redirects over the content, as storing them would. */
export function layRedirects(
  content: ContentState,
  redirects: readonly RedirectFields[],
  { at, viewer, hash }: Considered & { hash: (bytes: Uint8Array) => string },
): LaidRedirects {
  const writes = redirects.map((one) => putRedirect(hash(new TextEncoder().encode(one.from)), one, uidOf(viewer)));
  return { content: written(content, writes, at), documents: new Set(writes.map(({ path }) => path)) };
}
