import { openReaders, type Readers } from './readers.ts';
import type { Version } from './history.ts';
import { decodeFields } from './proto.ts';
import { heapSizeOf, openSizedCache } from './sized-cache.ts';
import type { Tables } from './tables.ts';
import { type Document, formatTimestamp, timestampOf } from './value.ts';

/** A change of one document, for triggers. */
export interface FirestoreChange {
  /** Relative to the documents root: 'pages/abc'. */
  path: string;
  before: Document | null;
  after: Document | null;
  /** Commit time, RFC 3339. */
  time: string;
  /** Unique, and equal for every delivery of this change. */
  eventId: string;
}

/** The change of a document, without its data. */
export interface ChangeHeading {
  /** Increases with every change. */
  sequence: number;
  path: string;
  existed: boolean;
  exists: boolean;
}

/** Events, written in the same transaction as their changes and stored until all readers have passed them. */
export interface Outbox extends Readers {
  add(
    event: { eventId: string; path: string; before: Document | null; after: Document | null; time: number },
    stored: { before: Version | null; after: Version | null },
  ): void;
  /** The oldest events later than `after`, in commit order. */
  headings(after: number, limit: number): ChangeHeading[];
  /** Reads a stored event. @throws Error if the event was deleted */
  read(sequence: number): FirestoreChange;
  /** Calls the listener with the events of each commit once it is durable. */
  subscribe(listener: (change: FirestoreChange) => void): void;
  /** Passes the events of a durable commit to the listeners. */
  announce(): void;
  /** Drops the events of a failed commit. */
  forget(): void;
  /** The bytes of heap that recent events take. */
  memory(): number;
}

interface HeadingRow {
  sequence: number;
  path: string;
  existed: number;
  remains: number;
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

interface Added {
  sequence: number;
  change: FirestoreChange;
  bytes: number;
}

const changeBytes = 300;

/** `recentBytes` limits the memory of recent events, so that their readers need not read and decode them. */
export function openOutbox(tables: Tables, recentBytes: number): Outbox {
  const listeners: ((change: FirestoreChange) => void)[] = [];
  const recent = openSizedCache<number, FirestoreChange>(recentBytes);
  let added: Added[] = [];
  return {
    add({ eventId, path, before, after, time }, stored) {
      const { lastInsertRowid } = tables.addEvent.run(
        eventId,
        path,
        time,
        before?.createTime ?? null,
        before?.updateTime ?? null,
        stored.before?.encoded ?? null,
        after?.createTime ?? null,
        after?.updateTime ?? null,
        stored.after?.encoded ?? null,
      );
      const bytes = [before, after].reduce((sum, document) => sum + (document ? heapSizeOf(document) : 0), changeBytes);
      const change = { path, before, after, time: formatTimestamp(timestampOf(time)), eventId };
      added.push({ sequence: Number(lastInsertRowid), change, bytes });
    },
    subscribe: (listener) => void listeners.push(listener),
    announce() {
      const changes = added;
      added = [];
      for (const { sequence, change, bytes } of changes) recent.put(sequence, change, bytes);
      for (const { change } of changes) for (const listener of listeners) listener(change);
    },
    forget: () => {
      added = [];
    },
    memory: () => recent.size(),
    headings(after, limit) {
      const rows = tables.eventHeadings.all(after, limit) as unknown as HeadingRow[];
      return rows.map(({ sequence, path, existed, remains }) => ({
        sequence,
        path,
        existed: existed === 1,
        exists: remains === 1,
      }));
    },
    read(sequence) {
      const known = recent.get(sequence);
      if (known !== undefined) return known;
      const row = tables.event.get(sequence) as EventRow | undefined;
      if (row === undefined) throw new Error(`Event ${sequence} was deleted`);
      return {
        path: row.path,
        before: documentOf(row.path, [row.before_create, row.before_update, row.before_fields]),
        after: documentOf(row.path, [row.after_create, row.after_update, row.after_fields]),
        time: formatTimestamp(timestampOf(row.time)),
        eventId: row.event_id,
      };
    },
    ...openReaders(tables.sql, 'outbox'),
  };
}

type StoredVersion = [createTime: number | null, updateTime: number | null, fields: Uint8Array | null];

function documentOf(path: string, [createTime, updateTime, fields]: StoredVersion): Document | null {
  if (createTime === null || updateTime === null || fields === null) return null;
  return { path, fields: decodeFields(fields), createTime, updateTime };
}
