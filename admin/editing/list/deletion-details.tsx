import { Box } from '@chakra-ui/react';
import { redirectTexts } from '@frontage/model/messages';
import type { PlanRequest } from '@frontage/model/preview';
import { type Kind, pathsOf, slugKindOf } from '@frontage/model/kinds/kinds';
import { can, type Viewer } from '@frontage/model/permissions';
import { isHttpUrl, isSitePath } from '@frontage/model/url';
import { TextField } from '../../ui/field.tsx';
import { ImpactNote } from '../publish/impact-note.tsx';
import type { useReadList } from '../../lib/documents/lists.queries.tsx';
import { type Answer, DocumentError, type DocumentStore } from '../../lib/documents/document-store.ts';
import { createRedirects, putRedirects, redirectsForm } from '../../lib/documents/redirects.ts';

interface DeletionDetailsProps {
  /** The planned deletion; null for documents that visitors do not see. */
  asked: PlanRequest | null;
  /** The path to redirect, if there is one. */
  address: string | undefined;
  onType: (to: string) => void;
}

/** The part of a deletion's confirmation with its impact and a field for the target of a redirect. */
export function DeletionDetails({ asked, address, onType }: DeletionDetailsProps) {
  return (
    <>
      {asked && <ImpactNote asked={asked} />}
      {address !== undefined && (
        <Box mt="3">
          <TextField
            label={redirectTexts.deletedTarget(address)}
            help={redirectTexts.deletedTargetHelp}
            input={{
              autoComplete: 'off',
              spellCheck: false,
              fontFamily: 'mono',
              onChange: (event) => onType(event.target.value),
            }}
          />
        </Box>
      )}
    </>
  );
}

/** The paths of a document that this user may redirect when it is deleted. */
export function redirectablePaths(kind: Kind, document: object, viewer: Viewer): string[] {
  const slugKind = slugKindOf(kind);
  const slug: unknown = Reflect.get(document, 'slug');
  const isShown = Reflect.get(document, 'is_published') === true;
  if (slugKind === null || !isShown || typeof slug !== 'string' || !can(viewer, 'create', { what: 'redirects' }))
    return [];
  return pathsOf(slugKind, slug);
}

/** Whether a text is a valid target of a redirect. */
export const isRedirectTarget = (to: string): boolean => isHttpUrl(to) || isSitePath(to);

interface Redirected {
  addresses: readonly string[];
  /** Null removes the redirects. */
  to: string | null;
  uid: string;
  readList: ReturnType<typeof useReadList>;
}

/** Redirects these paths, if any. Rejects with a `DocumentError`. */
export async function setRedirects(store: DocumentStore, { addresses, to, uid, readList }: Redirected): Promise<void> {
  if (addresses.length === 0) return;
  const redirects = <To,>(target: To) => addresses.map((from) => ({ from, to: target, status: 301 as const }));
  const answer: Answer<unknown> =
    to === null
      ? await putRedirects(store, redirects(to), uid)
      : await createRedirects(store, {
          wanted: redirects(to),
          stored: await readList(redirectsForm),
          uid,
          keepsOthers: true,
        });
  if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
}
