import { importAuthor } from '@frontage/model/webhook';
import { type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import type { WrittenDocument } from './publish-request.ts';

type Snapshot = Pick<DocumentSnapshot, 'exists' | 'get' | 'updateTime'>;

/** The document before and after a write. */
interface Write {
  before: Snapshot;
  after: Snapshot;
}

// More documents than a person writes at one time.
const mostEdits = 50;
// A restore writes documents with their earlier times; all other writers set the time of the write.
const mostClockErrorMs = 60_000;

/**
 * Identifies the writer of a document and the kind of write, so that an edit is told from the writes of a program at the
 * same time. A withdrawal has no writer, because it is never bulk.
 */
export function describeWrite(path: string, { before, after }: Write): Pick<WrittenDocument, 'writer' | 'isOfProgram'> {
  if (!after.exists || (before.exists && isWithdrawal({ before, after }))) return { writer: null, isOfProgram: false };
  const [collection = ''] = path.split('/');
  const author = String(after.get('updated_by') ?? '');
  return {
    writer: [collection, before.exists ? 'updated' : 'created', author].join(' '),
    isOfProgram: author === importAuthor || (!before.exists && isRestored(after)),
  };
}

const isWithdrawal = ({ before, after }: Write): boolean =>
  ['is_published', 'is_visible'].some((field) => before.get(field) !== false && after.get(field) === false) ||
  (before.get('is_password_protected') !== true && after.get('is_password_protected') === true);

/** Whether the document is older than its write. */
function isRestored(document: Snapshot): boolean {
  const updatedAt: unknown = document.get('updated_at');
  if (!document.updateTime || !(updatedAt instanceof Timestamp)) return false;
  return document.updateTime.toMillis() - updatedAt.toMillis() > mostClockErrorMs;
}

/** The hints that this instance has not sent yet. */
export interface Backlog {
  /** Adds an arrived document. */
  add(written: WrittenDocument): void;
  /** Removes a document whose hint was sent or has failed. */
  remove(): void;
  /**
   * Returns which documents are bulk: those of an import or a restore, and those of a writer of more than 50 documents
   * since the backlog was empty.
   */
  bulkAmong(written: readonly WrittenDocument[]): Set<WrittenDocument>;
}

export function openBacklog(): Backlog {
  const byWriter = new Map<string, number>();
  let unsent = 0;
  return {
    add: ({ writer }) => {
      unsent += 1;
      if (writer != null) byWriter.set(writer, (byWriter.get(writer) ?? 0) + 1);
    },
    remove: () => {
      unsent -= 1;
      if (unsent === 0) byWriter.clear();
    },
    bulkAmong: (written) => {
      const isBulk = ({ writer, isOfProgram }: WrittenDocument): boolean =>
        isOfProgram === true || (writer != null && (byWriter.get(writer) ?? 0) > mostEdits);
      return new Set(written.filter(isBulk));
    },
  };
}
