import { createRequire } from 'node:module';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGuardedServer } from '@frontage/firestore-server/guarded-server';
import { close, listen } from '../listen.ts';
import { describe } from '@frontage/firestore-server/log';
import type { Log } from '@frontage/firestore-server/log';
import { createProvider } from './provider.ts';
import type { HostedFiles } from './provider.ts';
import { createFunctionRewriter } from './rewrite-function.ts';

export type { HostedFile, HostedFiles } from './provider.ts';

export interface HostingOptions {
  /** One entry of firebase.json's `hosting`. */
  config: unknown;
  files: HostedFiles;
  host: string;
  /** 0 lets the OS choose. */
  port: number;
  /** The URL of a function, for rewrites such as `{source: '/api/x', function: 'x'}`. */
  rewriteFunction?: (name: string) => string;
  /** Shared with the functions server, which then trusts the client address of a rewritten request. */
  hopSecret?: string | undefined;
  /** Sent with every response; headers of `config` take precedence. */
  headers?: Record<string, string>;
  log: Log;
}

export interface HostingService {
  port: number;
  stop(): Promise<void>;
}

// Bytes, the same limit as that of the functions server.
const largestBody = 32 * 1024 * 1024;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const require = createRequire(import.meta.url);

interface SuperstaticOptions {
  config: () => Promise<object>;
  provider: ReturnType<typeof createProvider>;
  compression: boolean;
  stack: 'strict';
  rewriters: Record<string, unknown>;
}

// superstatic's types lack providers and rewriters, and importing its CommonJS differs between Node and bundlers.
function loadSuperstatic(): (options: SuperstaticOptions) => Middleware {
  return (require('superstatic') as { default: (options: SuperstaticOptions) => Middleware }).default;
}

/** Starts one site of Firebase Hosting with the configuration and current `files`. Rejects with PortTakenError. */
export async function startHosting(options: HostingOptions): Promise<HostingService> {
  const { log, hopSecret, rewriteFunction, headers = {} } = options;
  const failed = new WeakSet<IncomingMessage>();
  const onFailure = (request: IncomingMessage, error: unknown): void => {
    failed.add(request);
    log({ level: 'error', source: 'hosting', message: `${request.url}: ${describe(error)}` });
  };
  const site = loadSuperstatic()({
    // A function, because superstatic merges a plain object with the firebase.json of the current folder.
    config: () => Promise.resolve(options.config as object),
    provider: createProvider(options.files, onFailure),
    compression: true,
    stack: 'strict',
    rewriters:
      rewriteFunction === undefined ? {} : { function: createFunctionRewriter(rewriteFunction, { log, hopSecret }) },
  });

  const server = createGuardedServer({ host: options.host, largestBody }, (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!isWellFormed(request.url)) return answer(response, 400, 'Bad Request');
    if (options.files.isReady?.() === false) return answerUnavailable(response);
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
    const redirect = options.files.redirect?.(path.replace(/^\/|\/$/g, ''), query);
    if (redirect) return void response.writeHead(redirect.status, redirect.headers).end();
    adjustStatus(request, response, () => failed.has(request));
    site(request, response, (error) => {
      if (error !== undefined) log({ level: 'error', source: 'hosting', message: describe(error) });
      if (response.headersSent) response.destroy();
      else
        answer(response, error === undefined ? 404 : 500, error === undefined ? 'Not Found' : 'Internal Server Error');
    });
  });
  const port = await listen(server, 'hosting', options);
  return { port, stop: () => close(server) };
}

// Seconds. A release of most sites is made in less.
const retryAfter = '5';

function answerUnavailable(response: ServerResponse): void {
  response.setHeader('retry-after', retryAfter);
  response.setHeader('cache-control', 'no-store');
  answer(response, 503, 'The site is being prepared. Try again in a few seconds.');
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}

function isWellFormed(url: string | undefined): boolean {
  try {
    const [path = ''] = decodeURI(url ?? '').split('?');
    return path.startsWith('/') && !/[\0\\]/.test(path);
  } catch {
    return false;
  }
}

/**
 * Responds with 304 if the client has the file, with 500 if the file could not be read, and with a default content
 * type.
 */
function adjustStatus(request: IncomingMessage, response: ServerResponse, isFailed: () => boolean): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (String(response.getHeader('content-type')) === 'false')
      response.setHeader('content-type', 'application/octet-stream');
    if (status === 200 && isFailed()) return writeHead(500, ...rest);
    if (status !== 200 || !includesTag(request.headers['if-none-match'], response.getHeader('etag')))
      return writeHead(status, ...rest);
    for (const name of ['content-type', 'content-length', 'content-encoding']) response.removeHeader(name);
    return writeHead(304, ...rest);
  };
}

/** Whether a list of entity tags contains `etag`, with the weak comparison that RFC 9110 requires for If-None-Match. */
function includesTag(list: string | undefined, etag: unknown): boolean {
  if (list === undefined || typeof etag !== 'string') return false;
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}
