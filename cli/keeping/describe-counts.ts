import { counted } from '@frontage/model/counted';
import type { Counts } from './backup-line.ts';

/** Counts as text, such as "2 documents, 1 account, 0 uploads". */
export const describeCounts = ({ documents, accounts, uploads }: Counts): string =>
  [counted(documents, 'document'), counted(accounts, 'account'), counted(uploads, 'upload')].join(', ');
