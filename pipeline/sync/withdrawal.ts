import type { DocumentChange } from './content-state.ts';
import type { StoredDocument } from './stored-document.ts';

/** Whether a change withdraws public content. Such a change is published without waiting for other changes. */
export function isWithdrawal({ before, after }: Pick<DocumentChange, 'before' | 'after'>): boolean {
  if (before === null) return false;
  if (after === null) return true;
  return (isShown(before) && !isShown(after)) || (!isProtected(before) && isProtected(after));
}

const isShown = ({ marks }: StoredDocument): boolean =>
  marks['is_published'] !== false && marks['is_visible'] !== false;
const isProtected = ({ marks }: StoredDocument): boolean => marks['is_password_protected'] === true;
