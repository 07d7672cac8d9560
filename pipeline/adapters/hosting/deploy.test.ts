import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deploy, type DeployFile, type DeployTarget } from './deploy.ts';

/** Hosting's four calls and the upload, as its REST API describes them, over real HTTP. */
class HostingServer {
  readonly blobs = new Map<string, Buffer>();
  readonly versions: { config: unknown; files: Record<string, string>; status: string }[] = [];
  readonly calls: string[] = [];
  live: string | null = null;
  /** Answers this many calls with 503 first. */
  busy = 0;
  #server: Server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const bytes = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    if (request.headers.authorization !== 'Bearer token') return { status: 401, body: { error: 'Unauthenticated' } };
    if (this.busy > 0) {
      this.busy -= 1;
      return { status: 503, body: { error: 'Busy' } };
    }
    const call = `${request.method ?? ''} ${url.pathname}`;
    this.calls.push(call.replace(/[0-9a-f]{64}$/, '{hash}'));
    const [, upload] = /^POST \/upload\/([0-9a-f]{64})$/.exec(call) ?? [];
    if (upload) {
      if (createHash('sha256').update(bytes).digest('hex') !== upload) return { status: 400, body: { error: 'Hash' } };
      this.blobs.set(upload, bytes);
      return { status: 200, body: {} };
    }
    const body = JSON.parse(bytes.toString()) as { config?: unknown; files?: Record<string, string>; status?: string };
    if (call === 'POST /v1beta1/sites/frontage/versions') {
      this.versions.push({ config: body.config, files: {}, status: 'CREATED' });
      return { status: 200, body: { name: `sites/frontage/versions/${String(this.versions.length)}` } };
    }
    const [, number, action] = /\/versions\/(\d+)(:populateFiles)?$/.exec(call) ?? [];
    const version = this.versions[Number(number) - 1];
    if (version && action) {
      Object.assign(version.files, body.files);
      const uploadRequiredHashes = [...new Set(Object.values(body.files ?? {}))].filter(
        (hash) => !this.blobs.has(hash),
      );
      return { status: 200, body: { uploadRequiredHashes, uploadUrl: `${url.origin}/upload` } };
    }
    if (version && request.method === 'PATCH' && url.searchParams.get('update_mask') === 'status') {
      if (!Object.values(version.files).every((hash) => this.blobs.has(hash)))
        return { status: 400, body: { error: 'Files' } };
      version.status = body.status ?? version.status;
      return { status: 200, body: {} };
    }
    if (call === 'POST /v1beta1/sites/frontage/channels/live/releases') {
      this.live = url.searchParams.get('versionName');
      return { status: 200, body: {} };
    }
    return { status: 404, body: { error: 'Not found' } };
  }

  /** What visitors get. */
  served(): Record<string, string> {
    const version = this.versions[Number(this.live?.split('/').at(-1)) - 1];
    return Object.fromEntries(
      Object.entries(version?.files ?? {}).map(([path, hash]) => [
        path,
        gunzipSync(this.blobs.get(hash) ?? Buffer.alloc(0)).toString(),
      ]),
    );
  }
}

const file = (path: string, text: string): DeployFile => ({ path, read: () => Promise.resolve(Buffer.from(text)) });

let hosting: HostingServer;
let target: DeployTarget;

beforeEach(async () => {
  hosting = new HostingServer();
  const config = { cleanUrls: true, trailingSlash: false };
  target = { site: 'frontage', config, token: () => Promise.resolve('token'), baseUrl: await hosting.start() };
});

afterEach(() => hosting.stop());

it('puts files live in one version', async () => {
  const deployed = await deploy([file('/index.html', 'Home'), file('/page/a.html', 'A'), file('/a.html', 'A')], target);
  expect(deployed).toEqual({ version: 'sites/frontage/versions/1', files: 3, uploaded: 2 });
  expect(hosting.served()).toEqual({ '/index.html': 'Home', '/page/a.html': 'A', '/a.html': 'A' });
  expect(hosting.versions[0]).toMatchObject({
    status: 'FINALIZED',
    config: { cleanUrls: true, trailingSlashBehavior: 'REMOVE' },
  });
  expect(hosting.calls).toEqual([
    'POST /v1beta1/sites/frontage/versions',
    'POST /v1beta1/sites/frontage/versions/1:populateFiles',
    'POST /upload/{hash}',
    'POST /upload/{hash}',
    'PATCH /v1beta1/sites/frontage/versions/1',
    'POST /v1beta1/sites/frontage/channels/live/releases',
  ]);
});

it('sends only what changed', async () => {
  await deploy([file('/index.html', 'Home'), file('/a.html', 'A')], target);
  const deployed = await deploy([file('/index.html', 'New'), file('/a.html', 'A')], target);
  expect(deployed.uploaded).toBe(1);
  expect(hosting.served()).toEqual({ '/index.html': 'New', '/a.html': 'A' });
});

it('offers many files in several calls', async () => {
  const files = Array.from({ length: 2_500 }, (_, index) => file(`/page/${String(index)}.html`, String(index % 7)));
  expect(await deploy(files, target)).toMatchObject({ files: 2_500, uploaded: 7 });
  expect(hosting.calls.filter((call) => call.endsWith(':populateFiles'))).toHaveLength(3);
  expect(Object.keys(hosting.served())).toHaveLength(2_500);
});

it('tries again when Hosting is busy', async () => {
  hosting.busy = 2;
  await deploy([file('/index.html', 'Home')], target);
  expect(hosting.served()).toEqual({ '/index.html': 'Home' });
});

it('says what Hosting said when it refuses, and leaves what is live', async () => {
  await deploy([file('/index.html', 'Home')], target);
  const refused = deploy([file('/index.html', 'New')], { ...target, token: () => Promise.resolve('wrong') });
  await expect(refused).rejects.toThrow('401 {"error":"Unauthenticated"}');
  expect(hosting.served()).toEqual({ '/index.html': 'Home' });
});
