import { slugKindOf, type Kind } from '@frontage/model/kinds';
import { sitePaths } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import { isHttpUrl, isSitePath } from '@frontage/model/url';
import { DocumentError, type Answer, type DocumentStore } from '../../lib/documents/document-store.ts';
import { leadOn, putRedirects } from '../../lib/documents/lead-on.ts';

// Redirects in the place of a document that is deleted.

/** The addresses of a document, where this person may have them lead on when it is deleted. */
export function addressesLeft(kind: Kind, document: object, viewer: Viewer): string[] {
  const slugKind = slugKindOf(kind);
  const slug: unknown = Reflect.get(document, 'slug');
  const isShown = Reflect.get(document, 'is_published') === true;
  if (slugKind === null || !isShown || typeof slug !== 'string' || !can(viewer, 'create', { what: 'redirects' }))
    return [];
  return slugKind === 'page' ? [sitePaths.page(slug), sitePaths.shortPage(slug)] : [sitePaths.demo(slug)];
}

/** Whether an address may lead on to there. */
export const isTarget = (to: string): boolean => isHttpUrl(to) || isSitePath(to);

/** Has these addresses, if any, lead on, or, with null, no longer. Rejects with a `DocumentError`. */
export async function leadAway(
  store: DocumentStore,
  { addresses, to, uid }: { addresses: readonly string[]; to: string | null; uid: string },
): Promise<void> {
  if (addresses.length === 0) return;
  const led = <To>(target: To) => addresses.map((from) => ({ from, to: target, status: 301 as const }));
  const answer: Answer<unknown> =
    to === null
      ? await putRedirects(store, led(to), uid)
      : await leadOn(store, { wanted: led(to), uid, isPassing: true });
  if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
}
