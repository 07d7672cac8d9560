import type { Savable } from '@frontage/model/kinds';
import type { ToastAction } from '../../ui/toaster.tsx';

/** The button that takes a change of these documents back; a notice of their next change takes its place. */
export const undoAction = (kind: Savable, ids: readonly string[], run: () => Promise<unknown>): ToastAction => ({
  label: 'Undo',
  run: () => void run(),
  over: ids.map((id) => `${kind}/${id}`),
});
