import type { Notice, Store } from './store.ts';

/** Where notices go. */
export interface NoticeSink {
  deliver(notices: readonly Notice[]): Promise<void>;
}

/** Delivers notices in the background, again and again until they have arrived. */
export interface Outbox {
  /** Delivers what the store holds. */
  wake(): void;
  /** Delivers a notice worth nothing later; a stored one for the same document takes its place. */
  tell(notice: Notice): void;
  /** Tries once more, briefly, and stops. What is left is delivered after the next start. */
  close(): Promise<void>;
}

interface OutboxOptions {
  store: Pick<Store, 'notices' | 'delivered'>;
  sink: NoticeSink;
  /** Hears of the first failure of a row. */
  onDelay: (error: unknown) => void;
}

const atOnce = 200;
const longestDelay = 60_000;
const patienceAtClose = 2_000;

export function openOutbox({ store, sink, onDelay }: OutboxOptions): Outbox {
  const passing = new Map<string, Notice>();
  let isClosed = false;
  let failures = 0;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let timer: NodeJS.Timeout | null = null;

  const deliverAll = async (): Promise<void> => {
    for (;;) {
      const stored = store.notices();
      for (const { path } of stored) passing.delete(path);
      const notices = [...passing.values(), ...stored].slice(0, atOnce);
      if (notices.length === 0) return;
      await sink.deliver(notices);
      store.delivered(notices);
      for (const notice of notices) if (passing.get(notice.path) === notice) passing.delete(notice.path);
      failures = 0;
    }
  };

  const wake = (): void => {
    isWoken = true;
    if (running !== null || isClosed) return;
    if (timer) clearTimeout(timer);
    isWoken = false;
    running = deliverAll()
      .catch((error: unknown) => {
        if (failures === 0) onDelay(error);
        failures += 1;
        timer = setTimeout(wake, Math.min(longestDelay, 500 * 2 ** failures));
        timer.unref();
      })
      .finally(() => {
        running = null;
        if (isWoken && failures === 0) wake();
      });
  };

  return {
    wake,
    tell: (notice) => {
      passing.set(notice.path, notice);
      wake();
    },
    close: async () => {
      const last = (running ?? Promise.resolve()).then(() => (failures === 0 ? deliverAll() : undefined));
      isClosed = true;
      if (timer) clearTimeout(timer);
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, patienceAtClose);
      await Promise.race([last.catch(() => undefined), patience]);
      clearTimeout(limit);
    },
  };
}
