import { request as send } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { hopHeader, withoutForwardingHeaders } from '../forwarding.ts';
import type { Log } from '@frontage/firestore-server/log';

/** A rewrite of firebase.json to a function. */
interface FunctionRewrite {
  function: string | { functionId: string };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const TIMEOUT_MS = 60_000;
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'host',
  'proxy-connection',
]);

/**
 * A function rewriter for superstatic. As on Hosting, the function receives the whole path and only the cookie
 * `__session`, responses without `Cache-Control` are private, and a function has 60 seconds to respond.
 */
export function createFunctionRewriter(
  urlOf: (name: string) => string,
  { log, hopSecret }: { log: Log; hopSecret?: string | undefined },
): (rewrite: FunctionRewrite) => Promise<Handler> {
  return ({ function: target }) => {
    const name = typeof target === 'string' ? target : target.functionId;
    return Promise.resolve((request, response) =>
      forward({ name, url: urlOf(name), log, hopSecret }, request, response),
    );
  };
}

interface Destination {
  name: string;
  url: string;
  log: Log;
  hopSecret: string | undefined;
}

function forward({ name, url, log, hopSecret }: Destination, request: IncomingMessage, response: ServerResponse): void {
  const upstream = send(url.replace(/\/$/, '') + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: requestHeaders(request, hopSecret),
    timeout: TIMEOUT_MS,
  });
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, responseHeaders(answer));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  upstream.on('timeout', () => upstream.destroy(new Error('timeout')));
  upstream.on('error', (error) => {
    log({ level: 'warn', source: 'hosting', message: `Function ${name} could not be reached: ${error.message}` });
    if (response.headersSent) return void response.destroy();
    const late = error.message === 'timeout';
    response.writeHead(late ? 504 : 502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(late ? 'Timed out waiting for function to respond.\n' : 'The function could not be reached.\n');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function requestHeaders(request: IncomingMessage, hopSecret: string | undefined): OutgoingHttpHeaders {
  const kept = Object.entries(withoutForwardingHeaders(request.headers)).filter(
    ([name]) => !HOP_BY_HOP.has(name) && name !== 'cookie',
  );
  const session = (request.headers.cookie ?? '').split(/; */).find((cookie) => cookie.startsWith('__session='));
  const client = request.socket.remoteAddress;
  return {
    ...Object.fromEntries(kept),
    ...(hopSecret !== undefined && { [hopHeader]: hopSecret }),
    ...(session !== undefined && { cookie: session }),
    ...(client !== undefined && { 'x-forwarded-for': client }),
    'x-forwarded-host': request.headers.host ?? '',
    'x-forwarded-proto': 'http',
  };
}

function responseHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  const caching = headers['cache-control'] ?? 'private';
  const answer: OutgoingHttpHeaders = { ...Object.fromEntries(kept), 'cache-control': caching };
  // A cookie in a shared cache would reach other visitors.
  if (!caching.includes('private')) delete answer['set-cookie'];
  return answer;
}
