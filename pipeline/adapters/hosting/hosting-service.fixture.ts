import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { HostingPreviews } from './hosting-previews.fixture.ts';
import { failed, type Reply } from './hosting-reply.fixture.ts';
import { HostingVersions, type Version } from './hosting-versions.fixture.ts';

interface Release {
  /** Empty if this release disables the site. */
  version: string;
  message: string;
}

export interface HostingServiceOptions {
  /** Milliseconds each call takes. */
  latency?: number;
  /** Faults by call number from 1: an error status, no answer, or no answer although the call succeeded. */
  trouble?: (call: string, number: number) => number | 'hang-up' | 'lost-answer' | null;
  project?: string;
  site?: string;
  token?: string;
  /** Ids of the project's other sites. */
  beside?: readonly string[];
  /** Uploaded bytes by hash, which the sites of a project share. */
  blobs?: Map<string, Buffer>;
}

/**
 * Simulates Firebase Hosting's REST API for one site, as its reference describes it, over real HTTP and in memory. The
 * simulation is strict: files must be uploaded before a version is finalized, only finalized versions are released, and
 * it rejects a hash that does not match its bytes and any method or address that the reference does not name.
 */
export class HostingService {
  readonly project: string;
  readonly site: string;
  readonly blobs: Map<string, Buffer>;
  /** The project's other sites. */
  readonly others: readonly HostingService[];
  readonly releases: Release[] = [];
  /** Every call, without ids: `POST …/versions:clone`. */
  readonly calls: string[] = [];
  maxVersions: string | null = null;
  latency: number;
  trouble: NonNullable<HostingServiceOptions['trouble']>;
  get #parent(): string {
    return `projects/${this.project}/sites/${this.site}`;
  }

  /** Version by preview channel; null before its first release. */
  get channels(): ReadonlyMap<string, string | null> {
    return this.#previews.channels;
  }

  readonly #token: string;
  readonly #previews: HostingPreviews;
  readonly #made: HostingVersions;
  readonly #server = createServer((request, response) => {
    void this.#receive(request).then((reply) => {
      if (reply === null) return request.socket.destroy();
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
    });
  });

  constructor({
    latency = 0,
    trouble = () => null,
    project = 'demo-hosted',
    site = 'frontage',
    token = 'token',
    beside = [],
    blobs = new Map<string, Buffer>(),
  }: HostingServiceOptions = {}) {
    this.blobs = blobs;
    this.others = beside.map((other) => new HostingService({ project, site: other, token, blobs }));
    this.project = project;
    this.site = site;
    this.latency = latency;
    this.trouble = trouble;
    this.#token = token;
    this.#made = new HostingVersions(this.#parent, blobs);
    this.#previews = new HostingPreviews(this.#parent, (name) => this.versions.get(name)?.status === 'FINALIZED');
  }

  /** Starts the server. Returns the base URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get versions(): ReadonlyMap<string, Version> {
    return this.#made.all;
  }

  get live(): Version | null {
    return this.versions.get(this.releases.at(-1)?.version ?? '') ?? null;
  }

  /** Served files by path. */
  served(): Record<string, string> {
    return this.#texts(this.live);
  }

  /** The files of each release, in order. */
  history(): Record<string, string>[] {
    return this.releases.map(({ version }) => this.#texts(this.versions.get(version) ?? null));
  }

  /** The served file of a path; null if there is none. */
  get(path: string): string | null {
    const hash = this.live?.files.get(path);
    return hash === undefined ? null : this.#text(hash);
  }

  #text(hash: string): string {
    return gunzipSync(this.blobs.get(hash) ?? Buffer.alloc(0)).toString();
  }

  #texts(version: Version | null): Record<string, string> {
    const files = [...(version?.files ?? [])].sort();
    return Object.fromEntries(files.map(([path, hash]) => [path, this.#text(hash)]));
  }

  async #receive(request: IncomingMessage): Promise<Reply | null> {
    const bytes = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const call = `${request.method ?? ''} ${decodeURIComponent(url.pathname)}`;
    const [, preview, path = ''] = /^GET \/preview\/([^/]+)(\/.*)$/.exec(call) ?? [];
    if (preview) return this.#previewed(preview, path);
    this.calls.push(call.replace(/[0-9a-f]{64}$/, '{hash}').replace(/\/v1beta1\/projects\/[^/]+\/sites\/[^/]+/, '…'));
    if (this.latency > 0) await pause(this.latency);
    const trouble = this.trouble(call, this.calls.length);
    if (trouble === 'hang-up') return null;
    if (typeof trouble === 'number') return failed(trouble, 'Injected');
    if (request.headers.authorization !== `Bearer ${this.#token}`) return failed(401, 'Unauthenticated');
    const reply = this.#carryOut({ call, url, bytes });
    return trouble === 'lost-answer' ? null : reply;
  }

  #carryOut({ call, url, bytes }: { call: string; url: URL; bytes: Buffer }): Reply {
    const [, hash] = /^POST \/upload\/([0-9a-f]{64})$/.exec(call) ?? [];
    if (hash) return this.#upload(hash, bytes);
    const body = (bytes.length > 0 ? JSON.parse(bytes.toString()) : {}) as Record<string, unknown>;
    return this.#answer({ call: call.replace('/v1beta1/', ''), query: url.searchParams, body, origin: url.origin });
  }

  #upload(hash: string, bytes: Buffer): Reply {
    const isRight = createHash('sha256').update(bytes).digest('hex') === hash;
    if (!isRight) return failed(400, 'The content hash does not match');
    if (this.blobs.has(hash)) return failed(409, 'These bytes were sent before');
    this.blobs.set(hash, bytes);
    return { status: 200, body: {} };
  }

  #answer({ call, query, body, origin }: ApiCall): Reply {
    const other = this.others.find(({ site }) => call.includes(`/sites/${site}/`));
    if (other) return other.#answer({ call, query, body, origin });
    const parent = this.#parent;
    if (call === `GET ${parent}/channels/live/releases`) return this.#newestRelease();
    if (call === `POST ${parent}/channels/live/releases`) {
      return this.#release(query.get('versionName') ?? '', String(body['message'] ?? ''));
    }
    if (call === `POST ${parent}/versions`) return this.#made.create(body['config'], new Map());
    if (call === `POST ${parent}/versions:clone`) return this.#made.clone(body);
    if (call === `PATCH ${parent}/config` && query.get('updateMask') === 'maxVersions') {
      this.maxVersions = String(body['maxVersions']);
      return { status: 200, body: {} };
    }
    const channel = this.#previews.carryOut(call, query, origin);
    if (channel) return channel;
    const [, operation] = new RegExp(`^GET (${parent}/operations/\\d+)$`).exec(call) ?? [];
    if (operation) return this.#made.poll(operation);
    const [, method, name, action] =
      new RegExp(`^(POST|PATCH|DELETE) (${parent}/versions/\\d+)(:populateFiles)?$`).exec(call) ?? [];
    const version = this.versions.get(name ?? '');
    if (!version) return failed(404, `Not found: ${call}`);
    if (method === 'DELETE') return this.#delete(name ?? '');
    if (version.status === 'FINALIZED') return failed(400, 'The version is finalized');
    if (method === 'POST' && action) return this.#made.populate(version, body['files'], origin);
    if (method === 'PATCH' && !action && query.get('updateMask') === 'status')
      return this.#made.finalize(version, body);
    return failed(404, `Not found: ${call}`);
  }

  /** The served file of a preview channel. */
  #previewed(channel: string, path: string): Reply {
    const hash = this.versions.get(this.channels.get(channel) ?? '')?.files.get(path);
    return hash === undefined ? failed(404, 'Not found') : { status: 200, body: this.#text(hash) };
  }

  #delete(name: string): Reply {
    const isShown = this.releases.at(-1)?.version === name || [...this.channels.values()].includes(name);
    if (isShown) return failed(400, 'The version is released');
    this.#made.all.delete(name);
    return { status: 200, body: {} };
  }

  #newestRelease(): Reply {
    const newest = this.releases.at(-1);
    if (!newest) return { status: 200, body: {} };
    const { version, message } = newest;
    if (version === '') return { status: 200, body: { releases: [{ name: 'r', type: 'SITE_DISABLE', message }] } };
    return { status: 200, body: { releases: [{ name: 'r', version: { name: version }, message }] } };
  }

  #release(name: string, message: string): Reply {
    if (this.versions.get(name)?.status !== 'FINALIZED') return failed(400, 'Only a finalized version is released');
    if (message.length > 512) return failed(400, 'The message is too long');
    this.releases.push({ version: name, message });
    return { status: 200, body: {} };
  }
}

interface ApiCall {
  call: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  origin: string;
}
