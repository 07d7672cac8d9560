import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { compileRules, type Ruleset, type RulesIssue } from '@frontage/rules-engine/ruleset';
import { handleControl } from './control.ts';
import type { Engine } from './engine.ts';
import { openGrpc } from './grpc.ts';
import { createGuardedServer } from './guarded-server.ts';
import { checkIndexes } from './check-indexes.ts';
import { describeLoss, type LostCommits } from './last-commit.ts';
import { loadIndexes } from './load-indexes.ts';
import type { FirestoreChange, Outbox } from './outbox.ts';
import { limits } from './limits.ts';
import { describe, type Log } from './log.ts';
import { errorBody, handleRest, sendJson } from './rest.ts';
import { openStore } from './store.ts';
import { openTransactions } from './transactions.ts';
import type { Document } from './value.ts';

/** Whether a request uses WebChannel, the protocol of `firebase/firestore` in browsers. */
function isWebChannel({ url = '' }: IncomingMessage): boolean {
  return /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel(\?|$)/.test(url);
}

const message =
  'firebase/firestore uses WebChannel in browsers, which this server does not support. In browsers use firebase/firestore/lite; ' +
  'in Node firebase/firestore works over gRPC.';

/** Refuses WebChannel requests and logs the alternative once, because clients retry forever. */
function webChannelRefuser(log: Log): (request: IncomingMessage, response: ServerResponse) => void {
  let isLogged = false;
  return (request, response) => {
    if (!isLogged) log({ level: 'warn', source: 'firestore', message });
    isLogged = true;
    request.resume();
    sendJson(response, 501, errorBody({ status: 'UNIMPLEMENTED', message }));
  };
}

export type { FirestoreChange } from './outbox.ts';
export type { Document } from './value.ts';

export interface FirestoreOptions {
  /** The project whose changes are recorded for triggers; other projects are served without triggers. */
  project: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** An SQLite file, or ':memory:'. */
  file: string;
  /** The current rules; absent or null: clients are denied. */
  rules?: () => Ruleset | null;
  /** The parsed firestore.indexes.json or its path; if absent, no query needs an index. */
  indexes?: unknown;
  log?: Log;
  /** Called after the commit is durable. The change stays in the outbox until all readers have passed it. */
  onChange?: (change: FirestoreChange) => void;
  /**
   * Whether changes of a document (path relative to the root) get an outbox entry; default: all if `onChange` is set.
   */
  recorded?: (path: string) => boolean;
  /** Called with rules uploaded for `project`; returned issues refuse the upload. */
  setRules?: (source: string) => RulesIssue[];
}

export interface Firestore {
  port: number;
  /** The commits lost before this start; null if there are none. */
  lost: LostCommits | null;
  read(path: string): Document | null;
  outbox: Pick<Outbox, 'headings' | 'read' | 'positions' | 'keep'>;
  stop(): Promise<void>;
}

/** Starts an embedded Firestore: gRPC and REST on one port, distinguished by HTTP/2's preface. */
export async function startFirestore(options: FirestoreOptions): Promise<Firestore> {
  const log = options.log ?? ((): void => undefined);
  const { onChange } = options;
  const recorded = options.recorded ?? ((): boolean => onChange !== undefined);
  const store = openStore({
    file: options.file,
    recorded: (project, path) => project === options.project && recorded(path),
  });
  if (store.lost !== null) log({ level: 'error', source: 'firestore', message: describeLoss(store.lost) });
  const uploaded = new Map<string, Ruleset>();
  const engine: Engine = {
    store,
    transactions: openTransactions(),
    rulesOf: (project) => uploaded.get(project) ?? options.rules?.() ?? null,
    checkIndex: checkIndexes(loadIndexes(options.indexes)),
    log,
  };
  if (onChange !== undefined) {
    store.outbox.subscribe((change) => {
      try {
        onChange(change);
      } catch (error) {
        // The commit is stored: its caller must not receive a failing listener's error.
        log({ level: 'error', source: 'firestore', message: describe(error) });
      }
    });
  }

  function setRules(project: string, source: string): RulesIssue[] {
    if (project === options.project && options.setRules !== undefined) return options.setRules(source);
    const compiled = compileRules(source, { counted: true });
    if (!compiled.ok) return [...compiled.issues];
    uploaded.set(project, compiled.ruleset);
    return [];
  }

  const refuseWebChannel = webChannelRefuser(log);
  const guarded = { host: options.host, largestBody: limits.requestBytes, isAdministrative: isControl };
  const http = createGuardedServer(guarded, (request, response) => {
    allowOrigins(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('Ok\n');
    if (isWebChannel(request)) return refuseWebChannel(request, response);
    const handled = request.url?.startsWith('/emulator/')
      ? handleControl({ store, setRules, rulesOf: engine.rulesOf }, request, response)
      : handleRest(engine, request, response);
    handled.catch((error: unknown) => {
      log({ level: 'error', source: 'firestore', message: describe(error) });
      response.destroy();
    });
  });
  // This server receives accepted connections and never listens, so its own checks of request times never start.
  http.emit('listening');
  const grpc = openGrpc(engine);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    sniff(socket, (isHttp2) => {
      if (isHttp2) grpc.accept(socket);
      else http.emit('connection', socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    port,
    lost: store.lost,
    read: (path) => store.database(options.project).get(path),
    outbox: store.outbox,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      grpc.stop();
      http.close();
      http.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
      store.close();
    },
  };
}

const isControl = (path: string): boolean => path.startsWith('/emulator/');
const preface = Buffer.from('PRI * HTTP/2.0');
const prefaceMs = 10_000;

/** Peeks at the first bytes without consuming them. A connection that sends none is closed. */
function sniff(socket: Socket, decide: (isHttp2: boolean) => void): void {
  let seen = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), prefaceMs).unref();
  socket.once('close', () => clearTimeout(timer));
  const onData = (chunk: Buffer): void => {
    seen = Buffer.concat([seen, chunk]);
    const length = Math.min(seen.length, preface.length);
    const isPreface = seen.compare(preface, 0, length, 0, length) === 0;
    if (isPreface && length < preface.length) return;
    clearTimeout(timer);
    socket.off('data', onData);
    socket.pause();
    socket.unshift(seen);
    decide(isPreface);
    process.nextTick(() => socket.resume());
  };
  socket.on('data', onData);
}

function allowOrigins(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('vary', 'origin');
  // WebChannel sends its requests with credentials; without this a browser hides the refusal from the page.
  if (isWebChannel(request)) response.setHeader('access-control-allow-credentials', 'true');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '3600');
}
