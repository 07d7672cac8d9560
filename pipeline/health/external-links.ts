import type { ExternalCheck } from '@frontage/model/health';
import PQueue from 'p-queue';
import type { HealthIndex } from './health-index.ts';
import type { HealthStore } from './health-store.ts';

/** Requests an address. Never requests a private one. */
export type RequestAddress = (url: string, method: 'HEAD' | 'GET') => Promise<ExternalResponse>;

/**
 * The status of a response, or why there is none; `retryAfter` in milliseconds if the server asks for a pause. Without a
 * network, nothing is known about an address.
 */
export type ExternalResponse = { status: number; retryAfter?: number } | { failure: string } | 'offline';

interface LinkCheckOptions {
  index: Pick<HealthIndex, 'apply' | 'externalLinks'>;
  request: RequestAddress;
  /** Milliseconds between two requests to one host. */
  requestDelay: number;
  signal: AbortSignal;
  now: () => Date;
  /** Called when the index has new results. */
  onChecked: () => Promise<void>;
  onError: (error: unknown) => void;
}

type Results = ReadonlyMap<string, string | null>;

/** Checks the links of the site to other sites, and keeps the results. */
export class ExternalLinkCheck {
  readonly #options: LinkCheckOptions;
  readonly #status: ExternalCheck = { running: false, done: 0, total: 0, checked_at: null, offline: false };
  #run: Promise<void> | null = null;

  constructor(options: LinkCheckOptions) {
    this.#options = options;
  }

  /** Takes over the stored results. */
  load(store: Pick<HealthStore, 'external'>): void {
    const { failures, checkedAt } = store.external();
    this.#status.checked_at = checkedAt;
    this.#apply(failures);
  }

  status(): ExternalCheck {
    return { ...this.#status };
  }

  /** Whether the last check was before `moment`. */
  isDue(moment: number): boolean {
    const { checked_at: last } = this.#status;
    return (last === null ? 0 : Date.parse(last)) <= moment;
  }

  /** Starts a check, if none runs. */
  start(store: HealthStore): void {
    if (this.#status.running) return;
    this.#run = this.#check(store)
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => (this.#status.running = false));
  }

  /** Resolves when no check runs. */
  async ended(): Promise<void> {
    await this.#run;
  }

  async #check(store: HealthStore): Promise<void> {
    const { index, signal, now, onChecked } = this.#options;
    const urls = index.externalLinks();
    Object.assign(this.#status, { running: true, done: 0, total: urls.length });
    const { results, offline } = await this.#request(urls, store.external().failures);
    if (signal.aborted) return;
    this.#status.offline = offline > 0 && offline === urls.length;
    if (!this.#status.offline) this.#status.checked_at = now().toISOString();
    store.setExternal(results, this.#status.checked_at);
    this.#apply(results);
    await onChecked();
  }

  /** Requests addresses. One that cannot be reached without a network keeps its known result. */
  async #request(urls: readonly string[], known: Results): Promise<{ results: Results; offline: number }> {
    const { request, requestDelay, signal } = this.#options;
    const results = new Map<string, string | null>();
    let offline = 0;
    await checkAddresses(urls, {
      request,
      delay: requestDelay,
      signal,
      onResult: (url, failure) => {
        this.#status.done += 1;
        if (failure !== 'offline') results.set(url, failure);
        else if ((offline += 1) && known.has(url)) results.set(url, known.get(url) ?? null);
      },
    });
    return { results, offline };
  }

  #apply(results: Results): void {
    this.#options.index.apply({ external: new Map([...results].map(([url, failure]) => [url, failure ?? undefined])) });
  }
}

interface ExternalCheckOptions {
  request: RequestAddress;
  /** Milliseconds between two requests to one host. */
  delay: number;
  signal: AbortSignal;
  /** Called for each address with its failure, null if it works, or `offline`. */
  onResult: (url: string, failure: string | 'offline' | null) => void;
}

// Hosts are checked at the same time, the addresses of one host in turn.
const hostsAtOnce = 4;
const longestPause = 60_000;

/** Checks addresses of other sites politely: one request at a time to each host, with pauses between them. */
async function checkAddresses(urls: readonly string[], options: ExternalCheckOptions): Promise<void> {
  const queue = new PQueue({ concurrency: hostsAtOnce });
  const byHost = Map.groupBy(urls, (url) => new URL(url).host);
  await queue.addAll([...byHost.values()].map((some) => () => checkHost(some, options)));
}

async function checkHost(urls: readonly string[], { request, delay, signal, onResult }: ExternalCheckOptions) {
  for (const [at, url] of urls.entries()) {
    if (at > 0) await pause(delay, signal);
    if (signal.aborted) return;
    let response = await request(url, 'HEAD');
    // Many servers refuse HEAD, with different statuses.
    if (response !== 'offline' && 'status' in response && response.status >= 400) {
      await pause(Math.min(response.retryAfter ?? delay, longestPause), signal);
      if (signal.aborted) return;
      response = await request(url, 'GET');
    }
    onResult(url, response === 'offline' ? response : failureOf(response));
  }
}

/** A refusal tells nothing about the page: a server that wants a sign-in, or no programs, still has it. */
function failureOf(response: Exclude<ExternalResponse, 'offline'>): string | null {
  if ('failure' in response) return response.failure;
  const { status } = response;
  return status < 400 || [401, 403, 405, 429, 451, 999].includes(status) ? null : `answers with ${String(status)}`;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
