import type { Data } from '@frontage/model/writes/write';
import type { Values } from '../conflict/compare-fields.ts';
import type { Origin } from '../editor.ts';
import { valuesOfDraft } from './draft-values.ts';
import type { OpenedDraft } from './opened-draft.queries.ts';

/**
 * What an edit begins from, and what stands in the form first: what is live, and the draft where there is one. A draft of
 * an earlier version stays an edit of that version, so that saving it meets what somebody else saved since.
 */
export function startWith<Input extends Values>(
  live: Origin<Input>,
  opened: OpenedDraft | null,
  valuesAt: (data: Data) => Input,
): { start: Origin<Input>; first: Input } {
  if (!opened) return { start: live, first: live.values };
  const { kept, began } = opened;
  const first = valuesOfDraft(kept, live.values);
  const rev = kept.draft.base_rev;
  if (rev === (live.base?.rev ?? 0)) return { start: live, first };
  const base = live.base && { ...live.base, rev };
  if (began === null) return { start: { ...live, base, isBaseLost: true }, first };
  return { start: { ...live, base, values: valuesAt(began) }, first };
}
