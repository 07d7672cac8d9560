import type { Data } from './plain.ts';
import type { Answer, DocumentStore, Refusal } from './store.ts';
import { serverTime, type Write } from './write.ts';

export type Fault =
  | { before: Refusal['reason'] }
  /** The commit happens; its answer is lost. */
  | { after: 'unreachable' };

const refused = (reason: Refusal['reason']): Refusal => ({ ok: false, reason, message: reason });

/** Documents in a map, with what the rules ask of revisions and slugs, and faults to come, one a commit. */
export function memoryStore(initial: Record<string, Data> = {}) {
  const documents = new Map<string, Data>(Object.entries(initial));
  const faults: (Fault | null)[] = [];
  let now = Date.UTC(2026, 0, 1);

  const stamped = (data: Data, moment: string): Data =>
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, value === serverTime ? moment : value]));

  const isAllowed = (write: Write): boolean => {
    const current = documents.get(write.path);
    if (write.type === 'delete') return true;
    if (write.path.startsWith('slugs/')) return current === undefined;
    if (!('rev' in write.data)) return true;
    return write.data['rev'] === (current ? Number(current['rev']) + 1 : 1);
  };

  const apply = (writes: readonly Write[]): Answer<null> => {
    if (writes.some((write) => write.type === 'update' && !documents.has(write.path))) return refused('missing');
    if (!writes.every(isAllowed)) return refused('denied');
    const moment = new Date((now += 1_000)).toISOString();
    for (const write of writes) {
      if (write.type === 'delete') documents.delete(write.path);
      else if (write.type === 'set') documents.set(write.path, stamped(write.data, moment));
      else documents.set(write.path, { ...documents.get(write.path), ...stamped(write.data, moment) });
    }
    return { ok: true, value: null };
  };

  const store: DocumentStore = {
    read: async (path) => ({ ok: true, value: documents.get(path) ?? null }),
    list: async (collection) => ({
      ok: true,
      value: [...documents]
        .filter(([path]) => path.startsWith(`${collection}/`))
        .map(([path, data]) => ({ id: path.slice(collection.length + 1), data })),
    }),
    commit: async (writes) => {
      const fault = faults.shift() ?? null;
      if (fault && 'before' in fault) return refused(fault.before);
      const answer = apply(writes);
      return fault ? refused(fault.after) : answer;
    },
  };
  return { store, documents, faults };
}
