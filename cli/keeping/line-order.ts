import { backedUp } from '@frontage/model/backup-collections';
import type { BodyLine } from './backup-line.ts';

/** Where a line stands: which part of a backup it is in, and its name there. */
export interface Place {
  part: number;
  name: string;
}

// After the first collection, which reserves the administrator's role, and before all others, which show images.
const accounts = 0.1;
const uploads = 0.2;

export function placeOf(line: BodyLine): Place {
  if ('account' in line) return { part: accounts, name: line.account.uid };
  if ('upload' in line) return { part: uploads, name: `${line.upload.bucket}/${line.upload.name}` };
  const [collection = '', id = ''] = line.document.split('/');
  return { part: (backedUp as readonly string[]).indexOf(collection), name: id };
}

/** Less than 0 where `a` stands before `b`, 0 where both are one place. */
export const comparePlaces = (a: Place, b: Place): number => a.part - b.part || compareNames(a.name, b.name);

/** As Firestore orders ids: by their UTF-8 bytes. */
export const compareNames = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
