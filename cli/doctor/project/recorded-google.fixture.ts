import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response of one of Google's APIs. */
export interface Recorded {
  status: number;
  /** A string is sent unchanged, other values as JSON. */
  body: unknown;
}

/** Responses by request: `GET firestore.googleapis.com/v1/…`, including the query. */
export type Recordings = Record<string, Recorded>;

export const answered = (body: unknown): Recorded => ({ status: 200, body });

/** @see https://cloud.google.com/apis/design/errors#http_mapping */
export const refused = (code: number, status: string, message: string): Recorded => ({
  status: code,
  body: { error: { code, message, status } },
});

export const notFound = refused(404, 'NOT_FOUND', 'Requested entity was not found.');
export const denied = refused(403, 'PERMISSION_DENIED', 'The caller does not have permission');

/** @see https://cloud.google.com/apis/design/errors#error_info */
export const disabled = (service: string): Recorded => ({
  status: 403,
  body: {
    error: {
      code: 403,
      message: `${service} has not been used in project 123456789012 before or it is disabled.`,
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'SERVICE_DISABLED',
          domain: 'googleapis.com',
          metadata: { service, consumer: 'projects/123456789012' },
        },
      ],
    },
  },
});

/** Serves recorded responses over HTTP. Other requests fail with 501 and are listed in `unknown`. */
export class RecordedGoogle {
  readonly unknown: string[] = [];
  /** Request bodies by request. */
  readonly sent: Record<string, unknown> = {};
  /** Seconds by which the server's clock is ahead. */
  skew = 0;
  recordings: Recordings = {};

  readonly #server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const asked = `${request.method ?? ''} ${decodeURIComponent((request.url ?? '').slice(1))}`;
      const text = Buffer.concat(chunks).toString();
      if (text !== '') this.sent[asked] = JSON.parse(text);
      const isAuthorized = request.headers.authorization === 'Bearer owner';
      const { status, body } = isAuthorized
        ? this.#find(asked)
        : refused(401, 'UNAUTHENTICATED', 'No valid credentials');
      const date = new Date(Date.now() + this.skew * 1_000).toUTCString();
      response
        .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', date })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });

  #find(asked: string): Recorded {
    const found = this.recordings[asked];
    if (!found) this.unknown.push(asked);
    return found ?? refused(501, 'UNIMPLEMENTED', `Nothing was recorded for ${asked}`);
  }

  /** Returns the base address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
