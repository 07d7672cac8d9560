import PQueue from 'p-queue';

/** Requests an address. Never requests a private one. */
export type RequestAddress = (url: string, method: 'HEAD' | 'GET') => Promise<ExternalResponse>;

/**
 * The status of a response, or why there is none; `retryAfter` in milliseconds if the server asks for a pause. Without a
 * network, nothing is known about an address.
 */
export type ExternalResponse = { status: number; retryAfter?: number } | { failure: string } | 'offline';

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
export async function checkAddresses(urls: readonly string[], options: ExternalCheckOptions): Promise<void> {
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
