import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type IndexStore, type IndexThreads, LostIndexError } from '../../staff-index/index-threads.ts';
import { makeFolder } from '../disk/file-access.ts';
import type { IndexCall, IndexReply, IndexThreadData } from './index-thread.ts';

// Several times the memory of an index of 10,000 pages of 2,500 words.
const memory = { maxOldGenerationSizeMb: 1_024 };

/** The search index of staff below `dataDir`. Everything in it can be read again from Firestore. */
export function indexStore(dataDir: string): IndexStore {
  const file = join(dataDir, 'staff.sqlite');
  const remove = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  };
  return {
    remove,
    open: () => {
      makeFolder(dataDir);
      const [writer, reader] = [openThread({ file, role: 'writer' }), openThread({ file, role: 'reader' })];
      return {
        versions: () => writer.call('versions') as ReturnType<IndexThreads['versions']>,
        put: async (documents) => void (await writer.call('put', documents)),
        search: (request) => reader.call('search', request) as ReturnType<IndexThreads['search']>,
        matches: (request) => reader.call('matches', request) as ReturnType<IndexThreads['matches']>,
        list: (request) => reader.call('list', request) as ReturnType<IndexThreads['list']>,
        prepare: async () => void (await reader.call('prepare')),
        close: async () => {
          // The writer's connection is the last one: it removes the log of the database.
          await reader.close();
          await writer.close();
        },
      };
    },
  };
}

/** A thread that answers calls in their order. */
function openThread(workerData: IndexThreadData) {
  const thread = new Worker(new URL('./index-thread.ts', import.meta.url), { workerData, resourceLimits: memory });
  thread.unref();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let ended: Error | null = null;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  thread.on('message', (reply: IndexReply) => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) thread.unref();
    if ('value' in reply) call?.resolve(reply.value);
    else call?.reject(reply.isDamage ? new LostIndexError(reply.error) : new Error(reply.error));
  });
  thread.on('error', ({ message }: Error) => end(new LostIndexError(message)));
  thread.on('exit', () => end(new LostIndexError('The thread of the search index has ended.')));
  const call = (method: keyof IndexThreads, argument?: unknown): Promise<unknown> => {
    if (ended) return Promise.reject(ended);
    const answer = Promise.withResolvers<unknown>();
    calls += 1;
    waiting.set(calls, answer);
    thread.ref();
    thread.postMessage({ id: calls, method, argument } satisfies IndexCall);
    return answer.promise;
  };
  return {
    call,
    close: async () => {
      await call('close').catch(() => undefined);
      await thread.terminate();
    },
  };
}
