import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { rejectionOf } from './guard.ts';
import type { Guarded } from './guard.ts';

const stallMs = 10_000;
const slowestBytesPerMs = 64;
/** Longer than clients keep an idle connection: a client must not send a request on a connection that just closes. */
const idleMs = 65_000;

/**
 * The HTTP server of every local service. Refused requests never reach `serve`. Slow clients are disconnected: headers
 * have 10 seconds; a body without data for 10 seconds, or slower than 64 kB per second for longer than that, gets 408.
 */
export function createGuardedServer(guarded: Guarded, serve: RequestListener): Server {
  const timeouts = { headersTimeout: stallMs, keepAliveTimeout: idleMs, connectionsCheckingInterval: 1_000 };
  return createServer(timeouts, (request, response) => {
    endStalledBody(request, response);
    const rejection = rejectionOf(request, guarded);
    if (rejection !== null) return answer(response, rejection.status, rejection.message);
    // Private network access is never granted: internet pages must not reach this machine, and local pages do not
    // request it.
    delete request.headers['access-control-request-private-network'];
    try {
      serve(request, response);
    } catch {
      // An unexpected error must not stop the server.
      if (response.headersSent) return void response.destroy();
      answer(response, 500, 'Internal error.');
    }
  });
}

function endStalledBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const isBodiless = request.headers['transfer-encoding'] === undefined && !Number(request.headers['content-length']);
  if (isBodiless) return;
  const start = performance.now();
  const first = socket.bytesRead;
  let seen = { bytes: first, at: start };
  const watch = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(watch);
    const now = performance.now();
    if (socket.bytesRead > seen.bytes) seen = { bytes: socket.bytesRead, at: now };
    const allowed = Math.max(stallMs, (socket.bytesRead - first) / slowestBytesPerMs);
    if (now - seen.at < stallMs && now - start < allowed) return;
    clearInterval(watch);
    if (response.headersSent) return socket.destroy();
    response.setHeader('connection', 'close');
    answer(response, 408, 'The body did not arrive in time.');
  }, 1_000).unref();
  request.once('close', () => clearInterval(watch));
}

const names = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  408: 'DEADLINE_EXCEEDED',
  413: 'INVALID_ARGUMENT',
  500: 'INTERNAL',
};

/** Sends an error in the format of Firebase's clients. */
function answer(response: ServerResponse, status: keyof typeof names, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code: status, message, status: names[status] } }));
}
