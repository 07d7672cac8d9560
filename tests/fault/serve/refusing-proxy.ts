import { createServer as createHttp } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A service's refusal: a gRPC or HTTP status and its message. */
interface Refusal {
  status: number;
  message: string;
}

/** A proxy that forwards connections to a server, or answers all requests with a refusal while one is set. */
export interface RefusingProxy {
  /** host:port */
  address: string;
  /** Sets the refusal. Null forwards connections again. Closes open connections. */
  refuse(refusal: Refusal | null): void;
  stop(): void;
}

/** Opens a proxy for Firestore (gRPC) or Storage (HTTP) at `target` (host:port). */
export async function openRefusingProxy(protocol: 'grpc' | 'http', target: string): Promise<RefusingProxy> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let refusal: Refusal | null = null;

  const overHttp = createHttp((request, response) => {
    request.resume();
    const { status = 500, message } = refusal ?? {};
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ error: { code: status, message } }));
  });
  const overGrpc = createHttp2();
  overGrpc.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.resume();
    const { status = 2, message = '' } = refusal ?? {};
    const headers = { ':status': 200, 'content-type': 'application/grpc' };
    stream.respond({ ...headers, 'grpc-status': String(status), 'grpc-message': message }, { endStream: true });
  });

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (refusal) {
      (protocol === 'grpc' ? overGrpc : overHttp).emit('connection', socket);
      return;
    }
    const upstream = connect(Number(port), host);
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    refuse: (next) => {
      refusal = next;
      // Clients reconnect and then get the new behavior.
      hangUp();
    },
    stop: () => {
      server.close();
      hangUp();
    },
  };
}
