import { request as httpRequest } from 'node:http';
import { constants } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';

/** Sends a request with any method and body bytes, which fetch would not allow. Returns the response status. */
export function send(
  port: number,
  path: string,
  { method, headers = {}, body = Buffer.alloc(0) }: { method: string; headers?: Record<string, string>; body?: Buffer },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const message = httpRequest(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    message.on('error', reject);
    message.end(body);
  });
}

/** Sends a gRPC frame. Returns the grpc-status, or 'reset' if the stream ended without one. */
export function callGrpc(
  session: ClientHttp2Session,
  name: string,
  { frame, token }: { frame: Buffer; token: string },
): Promise<string> {
  return new Promise((resolve) => {
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/google.firestore.v1.Firestore/${name}`,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      [constants.HTTP2_HEADER_TE]: 'trailers',
      ...(token === '' ? {} : { authorization: token }),
    });
    let status = 'reset';
    const note = (headers: Record<string, unknown>): void => {
      if (typeof headers['grpc-status'] === 'string') status = headers['grpc-status'];
    };
    stream
      .on('response', note)
      .on('trailers', note)
      .on('error', () => undefined);
    stream.on('close', () => resolve(status));
    stream.resume();
    stream.end(frame);
  });
}
