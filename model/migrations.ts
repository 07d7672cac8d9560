import { collections } from './paths.ts';
import { launchOfSchedule, scheduleDocument, schedulePath } from './schedule.ts';
import { toPlain } from './stored-values.ts';
import { serverTime, type Data } from './changes/write.ts';

/** A change of the documents of a collection from one shape to the next. */
export interface Migration {
  /** A short description for the operator. */
  does: string;
  collection: string;
  /** The fields to write; null if the document needs no change, so that a repeated migration changes nothing. */
  change(data: Data): Data | null;
  /**
   * The path of the document with the fields of `change`, which replaces this one. A document that is stored there
   * already is newer and stays.
   */
  moveTo?(data: Data): string;
}

/**
 * All migrations, oldest first; entries are never changed or removed. Code also reads the previous shape, so that a
 * project is deployed first and migrated afterwards, while editors work.
 */
export const migrations: readonly Migration[] = [
  {
    does: 'store the time at which a slug was reserved',
    collection: collections.slugs,
    // The sweep queries slugs by this field. Slugs stored before redirects existed lack it.
    change: ({ updated_at }) => (updated_at === undefined ? { updated_at: serverTime } : null),
  },
  {
    does: 'mark publish schedules without an exact version as failed',
    collection: collections.schedules,
    // They would fail when they are due. Failing now sends the emails in time to schedule them again.
    change: ({ state, action, document_rev, draft_digest }) => {
      const version = action === 'publish' ? document_rev : draft_digest;
      const isWithoutVersion = action !== 'unpublish' && (version === undefined || version === null);
      return state === 'waiting' && isWithoutVersion ? { state: 'failed', reason: 'versionUnknown' } : null;
    },
  },
  {
    does: 'store schedules as launches of one document',
    collection: collections.schedules,
    change: (data) => {
      const schedule = scheduleDocument.safeParse(toPlain(data)).data;
      return schedule ? launchOfSchedule({ ...schedule, at: data['at'], created_at: data['created_at'] }) : null;
    },
    moveTo: (data) => schedulePath(scheduleDocument.parse(toPlain(data))),
  },
];

/** The content version that this code writes: the number of migrations. */
export const contentVersion: number = migrations.length;

/** Path of the document with the version of a project's content. */
export const contentVersionPath = `${collections.system}/content`;

/** The version in the document at `contentVersionPath`; 0 if it is missing or invalid. */
export function versionIn(data: Data | undefined): number {
  const version = data?.['version'];
  return typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0;
}

/** Whether a project's content needs migration, is current, or was written by a newer version of the code. */
export function migrationState(stored: number): 'due' | 'current' | 'newer' {
  if (stored > contentVersion) return 'newer';
  return stored < contentVersion ? 'due' : 'current';
}
