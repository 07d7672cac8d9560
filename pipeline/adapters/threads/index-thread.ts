import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '@frontage/model/messages';
import type { IndexReader } from '../../staff-index/index-reader.ts';
import type { IndexedDocument } from '../../staff-index/index-writer.ts';
import type { IndexThreads } from '../../staff-index/index-threads.ts';
import { isDamage } from '../disk/damage.ts';

export interface IndexThreadData {
  file: string;
  role: 'writer' | 'reader';
}

/** A call of a method of `IndexThreads`. */
export interface IndexCall {
  id: number;
  method: keyof IndexThreads;
  argument?: unknown;
}

export type IndexReply = { id: number; value: unknown } | { id: number; error: string; isDamage: boolean };

type Methods = Partial<Record<keyof IndexThreads, (argument: never) => unknown>>;

/** Serves calls on one connection to the index. */
function serve({ file, role }: IndexThreadData): void {
  let opened: Promise<Methods> | null = null;
  const answer = async ({ id, method, argument }: IndexCall): Promise<IndexReply> => {
    try {
      // Opened by the first call, which reports a failure.
      const methods = await (opened ??= role === 'writer' ? openWriter(file) : openReader(file));
      return { id, value: methods[method]?.(argument as never) };
    } catch (error) {
      return { id, error: messageOf(error), isDamage: isDamage(error) };
    }
  };
  const post = (reply: IndexReply): void => {
    const isMovable = 'value' in reply && reply.value instanceof Uint8Array;
    parentPort?.postMessage(reply, isMovable ? [(reply.value as Uint8Array<ArrayBuffer>).buffer] : []);
  };
  parentPort?.on('message', (call: IndexCall) => void answer(call).then(post));
}

async function openWriter(file: string): Promise<Methods> {
  // Loaded by the thread that writes: it contains the Markdown parser.
  const { IndexWriter } = await import('../../staff-index/index-writer.ts');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
  const writer = new IndexWriter(database);
  return {
    versions: () => writer.versions(),
    put: (documents: readonly IndexedDocument[]) => writer.put(documents),
    close: () => database.close(),
  };
}

async function openReader(file: string): Promise<Methods> {
  const { IndexReader } = await import('../../staff-index/index-reader.ts');
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('PRAGMA busy_timeout = 5000');
  const reader = new IndexReader(database);
  return {
    search: (request: Parameters<IndexReader['search']>[0]) => reader.search(request),
    matches: (request: Parameters<IndexReader['matches']>[0]) => reader.matches(request),
    list: (request: Parameters<IndexReader['list']>[0]) => reader.list(request),
    prepare: () => reader.prepare(),
    close: () => database.close(),
  };
}

serve(workerData as IndexThreadData);
