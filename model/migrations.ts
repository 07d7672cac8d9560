import { collections } from './paths.ts';
import { serverTime, type Data } from './writes/write.ts';

/** How the documents of a collection come from one shape to the next. */
export interface Migration {
  /** In a few words, for whoever runs it. */
  does: string;
  collection: string;
  /** The fields to write; null where a document has them already, so that one that was changed is not changed again. */
  change(data: Data): Data | null;
}

/**
 * Every change of a stored shape, oldest first; what is here stays as it is. Code reads the shape before the newest too, so that a
 * project is deployed first and migrated afterwards, while people work.
 */
export const migrations: readonly Migration[] = [
  {
    does: 'note when a slug was taken',
    collection: collections.slugs,
    // The sweep finds slugs by it; those of before old addresses led on have none.
    change: ({ updated_at }) => (updated_at === undefined ? { updated_at: serverTime } : null),
  },
];

/** The version of the shapes that this code writes: how many changes there were. */
export const contentVersion: number = migrations.length;

/** Where a project keeps the version of its content, one number for all of it. */
export const contentVersionPath = `${collections.system}/content`;

/** The version in the document at `contentVersionPath`; 0 where there is none, as in a project of before there were versions. */
export function versionIn(data: Data | undefined): number {
  const version = data?.['version'];
  return typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0;
}

/** Whether a project's content is to be migrated, is as this code writes it, or was written by a newer version. */
export function migrationState(stored: number): 'due' | 'current' | 'newer' {
  if (stored > contentVersion) return 'newer';
  return stored < contentVersion ? 'due' : 'current';
}
