import { counted } from '@frontage/model/counted';
import type { Counts } from './backup-line.ts';

/** How much of everything, in a line. */
export const describeCounts = ({ documents, accounts, uploads }: Counts): string =>
  [counted(documents, 'document'), counted(accounts, 'account'), counted(uploads, 'upload')].join(', ');
