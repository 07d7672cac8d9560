import { collections } from './paths.ts';
import { serverTime, type Data } from './writes/write.ts';

/** A change of the documents of a collection from one shape to the next. */
export interface Migration {
  /** A short description for the operator. */
  does: string;
  collection: string;
  /** The fields to write; null if a document has them already, so that a repeated migration changes nothing. */
  change(data: Data): Data | null;
}

/**
 * Every change of a stored shape, oldest first; entries are never changed or removed. Code also reads the previous shape, so that
 * a project is deployed first and migrated afterwards, while people work.
 */
export const migrations: readonly Migration[] = [
  {
    does: 'note when a slug was taken',
    collection: collections.slugs,
    // The sweep queries slugs by this field; slugs from before redirects have none.
    change: ({ updated_at }) => (updated_at === undefined ? { updated_at: serverTime } : null),
  },
  {
    does: 'fail schedules to publish that name no exact version',
    collection: collections.schedules,
    // They would fail at their time. Failing now leaves time to schedule them again, and emails their authors.
    change: ({ state, action, document_rev, draft_digest }) => {
      const version = action === 'publish' ? document_rev : draft_digest;
      const namesNone = action !== 'unpublish' && (version === undefined || version === null);
      return state === 'waiting' && namesNone ? { state: 'failed', reason: 'versionUnknown' } : null;
    },
  },
];

/** The version of the shapes that this code writes: the number of migrations. */
export const contentVersion: number = migrations.length;

/** The document with the version of a project's content, one number for all of it. */
export const contentVersionPath = `${collections.system}/content`;

/** The version in the document at `contentVersionPath`; 0 if there is none, as in projects older than versions. */
export function versionIn(data: Data | undefined): number {
  const version = data?.['version'];
  return typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0;
}

/** Whether a project's content needs migration, is current, or was written by a newer version of the code. */
export function migrationState(stored: number): 'due' | 'current' | 'newer' {
  if (stored > contentVersion) return 'newer';
  return stored < contentVersion ? 'due' : 'current';
}
