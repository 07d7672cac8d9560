import { decodeFields, encodeFields } from './stored-fields.ts';
import type { Tables } from './tables.ts';
import { formatTimestamp, timestampOf } from './value.ts';
import type { Document } from './value.ts';

/** A change of one document, for triggers. */
export interface FirestoreChange {
  /** Relative to the documents root: 'pages/abc'. */
  path: string;
  before: Document | null;
  after: Document | null;
  /** When it was committed, RFC 3339. */
  time: string;
  /** Unique; the same at every delivery of this change. */
  eventId: string;
}

/** Events written in the same transaction as the change they tell of, kept until acknowledged. */
export interface Outbox {
  add(
    event: { eventId: string; path: string; before: Document | null; after: Document | null; time: number },
    after: Uint8Array | null,
  ): void;
  /** The oldest unacknowledged events, in commit order. */
  pending(limit: number): FirestoreChange[];
  ack(eventId: string): void;
  /** Events recorded by a commit are told to listeners once it is durable. */
  subscribe(listener: (change: FirestoreChange) => void): void;
  /** The commit is durable: tells what it added. */
  announce(): void;
  /** The commit failed: what it added never was. */
  forget(): void;
}

interface EventRow {
  event_id: string;
  path: string;
  time: number;
  before_create: number | null;
  before_update: number | null;
  before_fields: Uint8Array | null;
  after_create: number | null;
  after_update: number | null;
  after_fields: Uint8Array | null;
}

export function openOutbox(tables: Tables): Outbox {
  const listeners: ((change: FirestoreChange) => void)[] = [];
  let added: FirestoreChange[] = [];
  return {
    add({ eventId, path, before, after, time }, afterBytes) {
      tables.addEvent.run(
        eventId,
        path,
        time,
        before?.createTime ?? null,
        before?.updateTime ?? null,
        before === null ? null : encodeFields(before.fields),
        after?.createTime ?? null,
        after?.updateTime ?? null,
        afterBytes,
      );
      if (listeners.length > 0) {
        added.push({ path, before, after, time: formatTimestamp(timestampOf(time)), eventId });
      }
    },
    subscribe: (listener) => void listeners.push(listener),
    announce() {
      const changes = added;
      added = [];
      for (const change of changes) for (const listener of listeners) listener(change);
    },
    forget: () => {
      added = [];
    },
    pending(limit) {
      const rows = tables.events.all(limit) as unknown as EventRow[];
      return rows.map((row) => ({
        path: row.path,
        before: documentOf(row.path, [row.before_create, row.before_update, row.before_fields]),
        after: documentOf(row.path, [row.after_create, row.after_update, row.after_fields]),
        time: formatTimestamp(timestampOf(row.time)),
        eventId: row.event_id,
      }));
    },
    ack(eventId) {
      tables.removeEvent.run(eventId);
    },
  };
}

type Version = [createTime: number | null, updateTime: number | null, fields: Uint8Array | null];

function documentOf(path: string, [createTime, updateTime, fields]: Version): Document | null {
  if (createTime === null || updateTime === null || fields === null) return null;
  return { path, fields: decodeFields(fields), createTime, updateTime };
}
