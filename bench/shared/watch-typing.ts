import { previewPaths } from '@frontage/model/preview';
import type { Page } from 'playwright-core';

/** Delays measured in the browser, in milliseconds. */
export interface Watched {
  /** From the request for a draft's page until that page was painted. */
  drawn: number[];
  /** From requests to their responses, by path. */
  asked: Record<string, number[]>;
  /** From a key to the next paint of the admin. */
  keys: number[];
  /** Tasks that took longer than 50 ms. */
  adminTasks: number[];
  frameTasks: number[];
}

interface Notes {
  asked: { path: string; html: string | null; from: number; to: number }[];
  painted: { html: string; at: number }[];
  keys: number[];
  tasks: number[];
}

/**
 * Measures a page and the preview in it, from their next load. Each call of the returned function returns the delays
 * since the previous call.
 */
export async function watchTyping(page: Page): Promise<() => Promise<Watched>> {
  await page.addInitScript(watch);
  const take = async (isFrame: boolean): Promise<Notes> => {
    const seen = page.frames().find((frame) => (new URL(frame.url()).pathname === previewPaths.frame) === isFrame);
    return seen ? await seen.evaluate(takeNotes) : noNotes;
  };
  return async () => {
    const [admin, frame] = [await take(false), await take(true)];
    const asked: Watched['asked'] = {};
    for (const { path, from, to } of admin.asked) (asked[path] ??= []).push(to - from);
    const drawn = frame.painted.flatMap(({ html, at }) => {
      const from = admin.asked.findLast((one) => one.html === html)?.from;
      return from === undefined ? [] : [at - from];
    });
    return { drawn, asked, keys: admin.keys, adminTasks: admin.tasks, frameTasks: frame.tasks };
  };
}

const noNotes: Notes = { asked: [], painted: [], keys: [], tasks: [] };

type Watching = typeof globalThis & { notes: Notes };

function takeNotes(): Notes {
  const watching = globalThis as Watching;
  const { notes } = watching;
  watching.notes = { asked: [], painted: [], keys: [], tasks: [] };
  return notes;
}

/** Runs in the browser before the scripts of the page. */
function watch(): void {
  const watching = globalThis as Watching;
  watching.notes = { asked: [], painted: [], keys: [], tasks: [] };
  const now = (): number => performance.timeOrigin + performance.now();
  /** Calls back after the next paint. */
  const painted = (then: (at: number) => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(now());
      port2.postMessage(null);
    });
  };
  new PerformanceObserver((list) => {
    watching.notes.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  addEventListener(
    'keydown',
    () => {
      const from = now();
      painted((at) => watching.notes.keys.push(at - from));
    },
    { capture: true },
  );
  addEventListener('message', ({ data }: MessageEvent<{ type?: unknown; html?: unknown } | null>) => {
    const { type, html } = data ?? {};
    if (type === 'frontage:show' && typeof html === 'string')
      painted((at) => watching.notes.painted.push({ html, at }));
  });
  const { fetch } = watching;
  watching.fetch = async (...asked) => {
    const from = now();
    const response = await fetch(...asked);
    const url = new URL(String(asked[0] instanceof Request ? asked[0].url : asked[0]), location.href);
    if (url.pathname.startsWith('/staff/')) {
      const reply = (await response.clone().json()) as { html?: unknown };
      const html = typeof reply.html === 'string' ? reply.html : null;
      watching.notes.asked.push({ path: url.pathname, html, from, to: now() });
    }
    return response;
  };
}
