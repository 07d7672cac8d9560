import type { Savable } from '@frontage/model/kinds';
import type { Data } from '@frontage/model/writes/write';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { queryForEditing } from '../../lib/documents/documents.queries.ts';
import { readDraft, readRevision, type KeptDraft } from '../../lib/documents/draft.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import type { Values } from '../conflict/compare-fields.ts';
import type { Origin } from '../session/session.ts';
import { valuesOfDraft } from './draft-values.ts';

/** A draft that an editor opens. */
export interface OpenedDraft {
  kept: KeptDraft;
  /** The document at the base revision of the draft; null if that revision is no longer kept. */
  baseData: Data | null;
}

/** The draft of a document or a setting and its base; null without a draft. */
export async function openDraft(
  store: DocumentStore,
  target: { kind: Savable; id: string },
): Promise<OpenedDraft | null> {
  const kept = valueOf(await readDraft(store, target));
  return kept && { kept, baseData: await readRevision(store, target, kept.draft.base_rev) };
}

/** `openDraft` as a query that reads again whenever the screen opens. */
export function useOpenedDraft(kind: Savable, id: string, isEnabled: boolean): UseQueryResult<OpenedDraft | null> {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['opened-draft', kind, id],
    queryFn: () => openDraft(store, { kind, id }),
    enabled: isEnabled,
    ...queryForEditing,
  });
}

/**
 * The base of an edit and the first values of the form: the live version, and the draft if there is one. A draft of an
 * earlier version keeps that version as its base, so that saving it merges newer changes of other users.
 */
export function initialValues<Input extends Values>(
  live: Origin<Input>,
  opened: OpenedDraft | null,
  valuesAt: (data: Data) => Input,
): { start: Origin<Input>; first: Input } {
  if (!opened) return { start: live, first: live.values };
  const { kept, baseData } = opened;
  const first = valuesOfDraft(kept, live.values);
  const rev = kept.draft.base_rev;
  if (rev === (live.base?.rev ?? 0)) return { start: live, first };
  const base = live.base && { ...live.base, rev };
  if (baseData === null) return { start: { ...live, base, isBaseLost: true }, first };
  return { start: { ...live, base, values: valuesAt(baseData) }, first };
}
