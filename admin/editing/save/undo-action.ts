import type { Savable } from '@frontage/model/kinds';
import type { ToastAction } from '../../ui/toaster.tsx';

/** The Undo button of a notice about a change of the documents `ids`. A notice about their next change replaces it. */
export const undoAction = (kind: Savable, ids: readonly string[], run: () => Promise<unknown>): ToastAction => ({
  label: 'Undo',
  run: () => void run(),
  documents: ids.map((id) => `${kind}/${id}`),
});
