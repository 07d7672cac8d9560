import { slugKindOf, type Kind } from '@frontage/model/kinds';
import { sitePaths } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import { isHttpUrl, isSitePath } from '@frontage/model/url';
import { DocumentError, type Answer, type DocumentStore } from '../../lib/documents/document-store.ts';
import { createRedirects, putRedirects } from '../../lib/documents/redirects.ts';

/** The paths of a document that this user may redirect when it is deleted. */
export function redirectablePaths(kind: Kind, document: object, viewer: Viewer): string[] {
  const slugKind = slugKindOf(kind);
  const slug: unknown = Reflect.get(document, 'slug');
  const isShown = Reflect.get(document, 'is_published') === true;
  if (slugKind === null || !isShown || typeof slug !== 'string' || !can(viewer, 'create', { what: 'redirects' }))
    return [];
  return slugKind === 'page' ? [sitePaths.page(slug), sitePaths.shortPage(slug)] : [sitePaths.demo(slug)];
}

/** Whether a text is a valid target of a redirect. */
export const isRedirectTarget = (to: string): boolean => isHttpUrl(to) || isSitePath(to);

/** Redirects these paths, if any; `to` null removes the redirects. Rejects with a `DocumentError`. */
export async function setRedirects(
  store: DocumentStore,
  { addresses, to, uid }: { addresses: readonly string[]; to: string | null; uid: string },
): Promise<void> {
  if (addresses.length === 0) return;
  const redirects = <To>(target: To) => addresses.map((from) => ({ from, to: target, status: 301 as const }));
  const answer: Answer<unknown> =
    to === null
      ? await putRedirects(store, redirects(to), uid)
      : await createRedirects(store, { wanted: redirects(to), uid, keepsOthers: true });
  if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
}
