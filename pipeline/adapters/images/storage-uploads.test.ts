import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Storage } from '@google-cloud/storage';
import { expect, it, onTestFinished } from 'vitest';
import { storageUploads } from './storage-uploads.ts';

it('reads the stored bytes of an upload that is declared as compressed', async () => {
  const stored = gzipSync(new Uint8Array(5_000_000));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(stored);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const storage = new Storage({ projectId: 'demo-a', apiEndpoint: `http://127.0.0.1:${String(port)}` });
  const bytes = await storageUploads(storage).read('demo-images', 'a.png');
  expect(Buffer.from(bytes ?? []).equals(stored)).toBe(true);
});
