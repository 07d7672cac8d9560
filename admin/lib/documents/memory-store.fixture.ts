import { appliedWrite, type Data, type Write } from '@frontage/model/changes/write';
import type { FailureReason } from '../errors.ts';
import type { Answer, Condition, DocumentStore, Entry, Failure } from './document-store.ts';

/** A fault of a commit: it fails, or it succeeds and its response is lost. */
export type Fault = { before: FailureReason } | { after: 'unreachable' };

const failure = (reason: FailureReason): Failure => ({ ok: false, reason, message: reason });

const holds = (condition: Condition, { [condition.field]: value }: Data): boolean =>
  'oneOf' in condition
    ? condition.oneOf.includes(value)
    : 'contains' in condition
      ? Array.isArray(value) && value.includes(condition.contains)
      : value === condition.equals;

/**
 * A store in memory, with a queue of faults for the next commits. It has no security rules: a test that needs a denial
 * queues a fault.
 */
export function memoryStore(initial: Record<string, Data> = {}) {
  const documents = new Map<string, Data>(Object.entries(initial));
  const faults: (Fault | null)[] = [];
  const versions = new Map<string, string>();
  let now = Date.UTC(2026, 0, 1);
  const versionOf = (path: string): string => versions.get(path) ?? 'first';

  const apply = (writes: readonly Write[]): Answer<string | null> => {
    const isOld = (write: Write) =>
      write.type !== 'set' && write.version !== undefined && write.version !== versionOf(write.path);
    if (writes.some(isOld)) return failure('unexpected');
    if (writes.some((write) => write.type === 'update' && !documents.has(write.path))) return failure('missing');
    const moment = new Date((now += 1_000)).toISOString();
    for (const write of writes) {
      versions.set(write.path, moment);
      const data = appliedWrite(documents.get(write.path) ?? null, write, moment);
      if (data === null) documents.delete(write.path);
      else documents.set(write.path, data);
    }
    // A deleted document has no version.
    return { ok: true, value: writes[0]?.type === 'delete' ? null : moment };
  };

  const store: DocumentStore = {
    read: async (path) => ({ ok: true, value: documents.get(path) ?? null }),
    readVersion: async (path) => {
      const data = documents.get(path);
      return { ok: true, value: data ? { data, version: versionOf(path) } : null };
    },
    list: async (collection, { where = [], newestBy, until, after = '', limit } = {}) => {
      const entries: Entry[] = [...documents]
        .filter(([path]) => path.startsWith(`${collection}/`))
        .map(([path, data]) => ({ id: path.slice(collection.length + 1), data }))
        .filter(({ id, data }) => id > after && [where].flat().every((condition) => holds(condition, data)))
        .filter(({ data }) => newestBy === undefined || until === undefined || String(data[newestBy]) >= String(until))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      if (newestBy !== undefined)
        entries.sort((a, b) => (String(a.data[newestBy]) < String(b.data[newestBy]) ? 1 : -1));
      return { ok: true, value: entries.slice(0, limit) };
    },
    commit: async (writes) => {
      const fault = faults.shift() ?? null;
      if (fault && 'before' in fault) return failure(fault.before);
      const answer = apply(writes);
      return fault ? failure(fault.after) : answer;
    },
  };
  return { store, documents, faults };
}
