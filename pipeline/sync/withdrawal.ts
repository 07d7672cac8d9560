import type { DocumentChange } from './content-state.ts';
import type { StoredDocument } from './stored-document.ts';

/** Whether a change takes something from visitors: such changes wait for no others. */
export function isWithdrawal({ before, after }: Pick<DocumentChange, 'before' | 'after'>): boolean {
  if (before === null) return false;
  if (after === null) return true;
  return (isShown(before) && !isShown(after)) || (!isProtected(before) && isProtected(after));
}

const isShown = ({ marks }: StoredDocument): boolean =>
  marks['is_published'] !== false && marks['is_visible'] !== false;
const isProtected = ({ marks }: StoredDocument): boolean => marks['is_password_protected'] === true;
