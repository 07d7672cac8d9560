import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const threadAnswerMs = 10_000;

/** A connection to the inspector of a process that runs with `--inspect`. */
export interface Inspector {
  /** Collects garbage in all threads. Returns the bytes used afterwards by the main thread and by all threads that answer. */
  usedHeap(): Promise<{ main: number; all: number }>;
  /** Writes a heap snapshot of the main thread to a file. */
  snapshot(file: string): Promise<void>;
  close(): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** Attaches to the process that listens for debuggers on this port of 127.0.0.1. */
export async function attachInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${String(port)}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No inspector answers on port ${String(port)}`)));
  });
  let onChunk = (_chunk: string): void => {};
  const main = openSession((text) => socket.send(text));
  const threads = new Map<string, ReturnType<typeof openSession>>();
  main.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => onChunk(String(chunk)));
  main.on('NodeWorker.attachedToWorker', ({ sessionId }) => {
    const id = String(sessionId);
    const post = (message: string): void =>
      void main.send('NodeWorker.sendMessageToWorker', { sessionId: id, message });
    threads.set(id, openSession(post));
  });
  main.on('NodeWorker.detachedFromWorker', ({ sessionId }) => {
    threads.get(String(sessionId))?.end();
    threads.delete(String(sessionId));
  });
  main.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) =>
    threads.get(String(sessionId))?.receive(String(message)),
  );
  socket.addEventListener('message', ({ data }) => main.receive(String(data)));
  socket.addEventListener('close', () => main.end());
  await main.send('NodeWorker.enable', { waitForDebuggerOnStart: false });

  return {
    async usedHeap() {
      // A thread that waits for work in `Atomics.wait` answers no inspector.
      const heaps = await Promise.all(
        [...threads.values()].map(({ send }) =>
          Promise.race([usedHeap(send).catch(() => 0), pause(threadAnswerMs).then(() => 0)]),
        ),
      );
      const own = await usedHeap(main.send);
      return { main: own, all: heaps.reduce((sum, each) => sum + each, own) };
    },
    async snapshot(file) {
      writeFileSync(file, '');
      // Larger than the longest text that JavaScript can hold.
      onChunk = (chunk) => appendFileSync(file, chunk);
      await main.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    },
    close: () => socket.close(),
  };
}

async function usedHeap(send: Send): Promise<number> {
  await send('HeapProfiler.collectGarbage');
  await send('HeapProfiler.collectGarbage');
  return Number((await send('Runtime.getHeapUsage'))['usedSize']);
}

/** Requests and events of the inspector's protocol over a channel of texts. */
function openSession(post: (text: string) => void) {
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listeners = new Map<string, (params: Record<string, unknown>) => void>();
  let last = 0;
  return {
    send: ((method, params = {}) => {
      const answer = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(++last, answer);
      post(JSON.stringify({ id: last, method, params }));
      return answer.promise;
    }) as Send,
    on: (method: string, listener: (params: Record<string, unknown>) => void) => void listeners.set(method, listener),
    receive(text: string) {
      const { id, method, params, result, error } = JSON.parse(text) as Message;
      if (method !== undefined) listeners.get(method)?.(params ?? {});
      if (id === undefined) return;
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result ?? {});
      waiting.delete(id);
    },
    /** Rejects the open requests of a thread that has ended. */
    end() {
      for (const { reject } of waiting.values()) reject(new Error('The thread has ended'));
      waiting.clear();
    },
  };
}
