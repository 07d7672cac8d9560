import { slugKindOf, type Kind } from '@frontage/model/kinds';
import { sitePaths } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { isHttpUrl, isSitePath } from '@frontage/model/url';
import { DocumentError, type Answer } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { useWrite } from '../../lib/write.ts';

export interface LeaveBehind {
  /** The addresses of a document, where this person may have them lead on when it is deleted. */
  addressesOf(document: object): string[];
  /** Whether that may be done to there. */
  isTarget(to: string): boolean;
  /** Has these addresses, if any, lead on, or, with null, no longer. Rejects with words for staff. */
  lead(addresses: readonly string[], to: string | null): Promise<void>;
}

/** Redirects in the place of a document that is deleted. */
export function useLeaveBehind(kind: Kind): LeaveBehind {
  const store = useDocumentStore();
  const viewer = useViewer();
  const write = useWrite();
  const { user } = useStaff();
  const slugKind = slugKindOf(kind);
  return {
    addressesOf: (document) => {
      const slug: unknown = Reflect.get(document, 'slug');
      const isShown = Reflect.get(document, 'is_published') === true;
      if (slugKind === null || !isShown || typeof slug !== 'string' || !can(viewer, 'create', { what: 'redirects' }))
        return [];
      return slugKind === 'page' ? [sitePaths.page(slug), sitePaths.shortPage(slug)] : [sitePaths.demo(slug)];
    },
    isTarget: (to) => isHttpUrl(to) || isSitePath(to),
    lead: async (addresses, to) => {
      if (addresses.length === 0) return;
      // Loaded by the few who leave something behind.
      const { leadOn, putRedirects } = await import('../../lib/documents/lead-on.ts');
      const led = <To>(target: To) => addresses.map((from) => ({ from, to: target, status: 301 as const }));
      const { uid } = user;
      await write(async () => {
        const answer: Answer<unknown> =
          to === null
            ? await putRedirects(store, led(to), uid)
            : await leadOn(store, { wanted: led(to), uid, isPassing: true });
        if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
      });
    },
  };
}
