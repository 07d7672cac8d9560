import type { DatabaseSync } from 'node:sqlite';
import { type Kind, kindOf } from '@frontage/model/kinds/kinds';
import type { ListRequest } from '@frontage/model/staff-index';
import { firstInList, type Placed, placesOf } from '@frontage/model/summaries/list-order';
import type { Summary } from '@frontage/model/summaries/listed';

interface ListEntry {
  id: string;
  /** The change that wrote it. */
  seq: number;
  /** Null for a document that was deleted. */
  bytes: Uint8Array | null;
  /** Null for a document that was deleted, and in lists without an order. */
  place: Placed | null;
}

const comma = 44;
const encoder = new TextEncoder();

/**
 * The lists of the index, in memory: reading ten thousand entries from the database takes longer than all other steps
 * of an answer. Entries are bytes, as the answer has them. Call it in a transaction.
 */
export class ListReader {
  readonly #database: DatabaseSync;
  readonly #lists = new Map<string, List>();
  #run = '';
  /** All changes up to this one are in memory. */
  #seq = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Reads the entries that changed since the last call. */
  refresh(): void {
    const run = String(this.#database.prepare('SELECT id FROM run').get()?.['id']);
    if (run !== this.#run) {
      // The deletions of the last run are no longer known.
      this.#lists.clear();
      [this.#run, this.#seq] = [run, 0];
    }
    const changed = this.#database.prepare('SELECT collection, id, seq, entry FROM lists WHERE seq > ? ORDER BY seq');
    for (const { collection, id, seq, entry } of changed.iterate(this.#seq)) {
      this.#seq = Number(seq);
      this.#listOf(String(collection)).put(String(id), this.#seq, typeof entry === 'string' ? entry : null);
    }
  }

  /** The list of a collection, or its changes since the known version, as the JSON of a `ListAnswer`. */
  answer({ collection, known, limit = Infinity }: Omit<ListRequest, 'written'>): Uint8Array<ArrayBuffer> {
    const since = known?.startsWith(`${this.#run}.`) ? Number(known.slice(this.#run.length + 1)) : NaN;
    const isWhole = !(since <= this.#seq);
    const list = this.#listOf(collection);
    const { entries, hasMore, seq } = isWhole ? list.start(limit) : list.changes(since, limit);
    const version = `${this.#run}.${String(hasMore ? seq : this.#seq)}`;
    const present: Uint8Array[] = [];
    const gone: string[] = [];
    for (const { id, bytes } of entries) {
      if (bytes !== null) present.push(bytes);
      // A new list has nothing to delete.
      else if (!isWhole) gone.push(id);
    }
    const rest = JSON.stringify({ version, isWhole, hasMore, count: list.count, gone }).slice(0, -1);
    return joined(`${rest},"entries":[`, present, ']}');
  }

  #listOf(collection: string): List {
    const list = this.#lists.get(collection) ?? new List(kindOf(collection));
    this.#lists.set(collection, list);
    return list;
  }
}

interface Part {
  entries: readonly ListEntry[];
  /** Whether entries changed after `seq` remain. */
  hasMore: boolean;
  seq: number;
}

/** The documents of one collection. */
class List {
  /** Null for a collection without an order. */
  readonly #kind: Kind | null;
  readonly #placeOf: ReturnType<typeof placesOf> | null;
  /** In the order of their changes. */
  readonly #entries = new Map<string, ListEntry>();
  /** The present documents in the order of the list, see `firstInList`; null if they must be sorted. */
  #sorted: readonly ListEntry[] | null = null;
  /** The number of present documents. */
  count = 0;

  constructor(kind: Kind | null) {
    this.#kind = kind;
    this.#placeOf = kind === null ? null : placesOf(kind);
  }

  put(id: string, seq: number, entry: string | null): void {
    const before = this.#entries.get(id)?.bytes ?? null;
    this.count += Number(entry !== null) - Number(before !== null);
    const bytes = entry === null ? null : encoder.encode(entry);
    const place = entry !== null && this.#placeOf ? this.#placeOf(id, summaryIn(entry)) : null;
    this.#entries.delete(id);
    this.#entries.set(id, { id, seq, bytes, place });
    this.#sorted = null;
  }

  /** All documents, or the first of the list: then all changes remain, because these are not the oldest. */
  start(limit: number): Part {
    if (this.count <= limit) return this.changes(0, Infinity);
    if (this.#kind === null) return this.changes(0, limit);
    this.#sorted ??= this.#sort(this.#kind);
    return { entries: this.#sorted.slice(0, limit), hasMore: true, seq: 0 };
  }

  /** The oldest changes since one. */
  changes(since: number, limit: number): Part {
    const entries: ListEntry[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.seq <= since) continue;
      if (entries.length === limit) return { entries, hasMore: true, seq: entries.at(-1)?.seq ?? since };
      entries.push(entry);
    }
    return { entries, hasMore: false, seq: since };
  }

  #sort(kind: Kind): ListEntry[] {
    const places = [...this.#entries.values()].flatMap(({ place }) => place ?? []);
    return firstInList(kind, places).flatMap(({ id }) => this.#entries.get(id) ?? []);
  }
}

const summaryIn = (entry: string): Summary => (JSON.parse(entry) as [id: string, summary: Summary])[1];

/** Texts and entries, with commas between the entries, as bytes. */
function joined(start: string, entries: readonly Uint8Array[], end: string): Uint8Array<ArrayBuffer> {
  const [head, tail] = [Buffer.from(start), Buffer.from(end)];
  const commas = Math.max(0, entries.length - 1);
  const all = new Uint8Array(
    entries.reduce((length, entry) => length + entry.length, head.length + commas + tail.length),
  );
  all.set(head);
  let at = head.length;
  for (const [index, entry] of entries.entries()) {
    if (index > 0) all[at++] = comma;
    all.set(entry, at);
    at += entry.length;
  }
  all.set(tail, at);
  return all;
}
