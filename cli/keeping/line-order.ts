import { backedUp } from '@frontage/model/backup-collections';
import type { BodyLine } from './backup-line.ts';

/** Sort key of a line: its part of the backup, and its name within the part. */
export interface LinePosition {
  part: number;
  name: string;
}

// After the first collection, which reserves the administrator's role, and before the others, which reference images.
const accounts = 0.1;
const uploads = 0.2;

/** The sort key of a line. Collections have the order of `backedUp`. */
export function positionOf(line: BodyLine): LinePosition {
  if ('account' in line) return { part: accounts, name: line.account.uid };
  if ('upload' in line) return { part: uploads, name: `${line.upload.bucket}/${line.upload.name}` };
  const [collection = '', id = ''] = line.document.split('/');
  return { part: (backedUp as readonly string[]).indexOf(collection), name: id };
}

/** Comparator of sort keys: negative if `a` comes before `b`, 0 if they are equal. */
export const comparePositions = (a: LinePosition, b: LinePosition): number =>
  a.part - b.part || compareNames(a.name, b.name);

/** Comparator of ids in Firestore's order: by their UTF-8 bytes. */
export const compareNames = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
