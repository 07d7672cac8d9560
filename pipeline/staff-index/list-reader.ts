import type { DatabaseSync } from 'node:sqlite';

interface ListEntry {
  id: string;
  /** The change that wrote it. */
  seq: number;
  /** Null for a document that was deleted. */
  bytes: Uint8Array | null;
}

const comma = 44;

/**
 * The lists of the index, in memory: reading ten thousand entries from the database takes longer than all other steps
 * of an answer. Entries are bytes, as the answer has them. Call it in a transaction.
 */
export class ListReader {
  readonly #database: DatabaseSync;
  readonly #lists = new Map<string, Map<string, ListEntry>>();
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
    const changed = this.#database.prepare(
      'SELECT collection, id, seq, CAST(entry AS BLOB) AS entry FROM lists WHERE seq > ?',
    );
    for (const { collection, id, seq, entry } of changed.iterate(this.#seq)) {
      const bytes = entry instanceof Uint8Array ? entry : null;
      this.#listOf(String(collection)).set(String(id), { id: String(id), seq: Number(seq), bytes });
      this.#seq = Math.max(this.#seq, Number(seq));
    }
  }

  /** The list of a collection, or its changes since the known version, as the JSON of a `ListAnswer`. */
  answer(collection: string, known: string | null): Uint8Array<ArrayBuffer> {
    const since = known?.startsWith(`${this.#run}.`) ? Number(known.slice(this.#run.length + 1)) : NaN;
    const isWhole = !(since <= this.#seq);
    const entries: Uint8Array[] = [];
    const gone: string[] = [];
    for (const { id, seq, bytes } of this.#listOf(collection).values()) {
      if (!isWhole && seq <= since) continue;
      if (bytes !== null) entries.push(bytes);
      else if (!isWhole) gone.push(id);
    }
    const rest = JSON.stringify({ version: `${this.#run}.${String(this.#seq)}`, isWhole, gone }).slice(0, -1);
    return joined(`${rest},"entries":[`, entries, ']}');
  }

  #listOf(collection: string): Map<string, ListEntry> {
    const list = this.#lists.get(collection) ?? new Map<string, ListEntry>();
    this.#lists.set(collection, list);
    return list;
  }
}

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
