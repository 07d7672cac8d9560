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
  remove(written: WrittenDocument): void;
  /**
   * Returns which documents are bulk: those of an import or a restore, and those of a writer of more than 50 documents
   * that arrived while an earlier one of the same writer was unsent, until the writer pauses for a second. A program with
   * concurrent writes therefore stays bulk when the backlog is empty for a moment; one that waits for each write is not.
   */
  bulkAmong(written: readonly WrittenDocument[]): Set<WrittenDocument>;
}

interface WriterState {
  unsent: number;
  /** Documents that arrived while another one was unsent, and the first. */
  concurrent: number;
  /** When a document last arrived or was sent, ms. */
  at: number;
}

const writerPauseMs = 1_000;

export function openBacklog(now: () => number = () => performance.now()): Backlog {
  const byWriter = new Map<string, WriterState>();
  const forgetPaused = (): void => {
    for (const [writer, { unsent, at }] of byWriter)
      if (unsent === 0 && now() - at > writerPauseMs) byWriter.delete(writer);
  };
  return {
    add: ({ writer }) => {
      forgetPaused();
      if (writer == null) return;
      const { unsent, concurrent } = byWriter.get(writer) ?? { unsent: 0, concurrent: 0 };
      byWriter.set(writer, {
        unsent: unsent + 1,
        concurrent: unsent > 0 ? concurrent + 1 : Math.max(1, concurrent),
        at: now(),
      });
    },
    remove: ({ writer }) => {
      const state = writer == null ? undefined : byWriter.get(writer);
      if (state) Object.assign(state, { unsent: state.unsent - 1, at: now() });
    },
    bulkAmong: (written) => {
      const isBulk = ({ writer, isOfProgram }: WrittenDocument): boolean =>
        isOfProgram === true || (writer != null && (byWriter.get(writer)?.concurrent ?? 0) > mostEdits);
      return new Set(written.filter(isBulk));
    },
  };
}
