import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEvent } from '../log.ts';
import { startFirestore } from '../server.ts';
import type { Firestore } from '../server.ts';

/** Requests of the full SDK in a browser, which the local Firestore does not support. */
describe('WebChannel', () => {
  const logged: LogEvent[] = [];
  let firestore: Firestore;
  beforeAll(async () => {
    const log = (event: LogEvent): number => logged.push(event);
    firestore = await startFirestore({ project: 'demo-channel', host: '127.0.0.1', port: 0, file: ':memory:', log });
  });
  afterAll(() => firestore.stop());

  it.each([
    ['POST', 'Listen', '?VER=8&database=projects%2Fdemo-channel%2Fdatabases%2F(default)&RID=1&CVER=22&t=1'],
    ['GET', 'Listen', '?gsessionid=x&VER=8&RID=rpc&SID=y&AID=0&CI=0&TYPE=xmlhttp&t=1'],
    ['POST', 'Write', '?VER=8&RID=2&t=1'],
  ])('responds to %s of %s with an alternative', async (method, service, query) => {
    const url = `http://127.0.0.1:${firestore.port}/google.firestore.v1.Firestore/${service}/channel${query}`;
    const response = await fetch(url, {
      method,
      headers: { origin: 'http://localhost:4321' },
      ...(method === 'POST' ? { body: 'count=1&ofs=0&req0___data__=%7B%7D' } : {}),
    });
    expect(response.status).toBe(501);
    // A browser passes the response of a request with credentials only to a named origin, and only with this header.
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:4321');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(await response.json()).toMatchObject({
      error: { status: 'UNIMPLEMENTED', message: expect.stringContaining('firebase/firestore/lite') as string },
    });
  });

  it('logs the alternative once', () => {
    const lines = logged.filter(({ message }) => message.includes('WebChannel'));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.message).toContain('firebase/firestore/lite');
  });
});
