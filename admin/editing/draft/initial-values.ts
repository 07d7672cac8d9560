import type { Data } from '@frontage/model/writes/write';
import type { Values } from '../conflict/compare-fields.ts';
import type { Origin } from '../editor.ts';
import { valuesOfDraft } from './draft-values.ts';
import type { OpenedDraft } from './opened-draft.queries.ts';

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
