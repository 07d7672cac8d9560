import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

interface Version {
  status: 'CREATED' | 'FINALIZED';
  config: unknown;
  /** SHA-256 of compressed bytes by path. */
  files: Map<string, string>;
}

interface Release {
  /** Empty where the site is disabled by it. */
  version: string;
  message: string;
}

interface Reply {
  status: number;
  body: unknown;
}

export interface HostingServiceOptions {
  /** Milliseconds each call takes. */
  latency?: number;
  /** What goes wrong with a call, by its number from 1: a status to answer, no answer at all, or none though it is done. */
  trouble?: (call: string, number: number) => number | 'hang-up' | 'lost-answer' | null;
  project?: string;
  site?: string;
  token?: string;
  /** Ids of the project's other sites. */
  beside?: readonly string[];
  /** What a project's sites have between them. */
  blobs?: Map<string, Buffer>;
}

const mostFilesPerCall = 1_000;

/**
 * Firebase Hosting's REST API for one site, as its reference describes it, over real HTTP and in memory. It is strict:
 * files must have arrived before a version is finalized, only finalized versions are released, a hash that does not fit
 * its bytes is refused, and so is a method or address the reference does not name.
 */
export class HostingService {
  readonly project: string;
  readonly site: string;
  readonly blobs: Map<string, Buffer>;
  /** The project's other sites. */
  readonly others: readonly HostingService[];
  readonly versions = new Map<string, Version>();
  readonly releases: Release[] = [];
  /** Version by preview channel; null before its first release. */
  readonly channels = new Map<string, string | null>();
  /** Every call, less its ids: `POST …/versions:clone`. */
  readonly calls: string[] = [];
  maxVersions: string | null = null;
  latency: number;
  trouble: NonNullable<HostingServiceOptions['trouble']>;
  get #parent(): string {
    return `projects/${this.project}/sites/${this.site}`;
  }

  readonly #token: string;
  #made = 0;
  readonly #operations = new Map<string, { version: string; pending: number }>();
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

  get live(): Version | null {
    return this.versions.get(this.releases.at(-1)?.version ?? '') ?? null;
  }

  /** What visitors get, by path. */
  served(): Record<string, string> {
    return this.#texts(this.live);
  }

  /** What visitors got of each release, one after another. */
  history(): Record<string, string>[] {
    return this.releases.map(({ version }) => this.#texts(this.versions.get(version) ?? null));
  }

  /** What visitors get at a path; null where there is no such file. */
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

  #answer({ call, query, body, origin }: Asked): Reply {
    const other = this.others.find(({ site }) => call.includes(`/sites/${site}/`));
    if (other) return other.#answer({ call, query, body, origin });
    const parent = this.#parent;
    if (call === `GET ${parent}/channels/live/releases`) return this.#newestRelease();
    if (call === `POST ${parent}/channels/live/releases`) {
      return this.#release(query.get('versionName') ?? '', String(body['message'] ?? ''));
    }
    if (call === `POST ${parent}/versions`) return this.#create(body['config'], new Map());
    if (call === `POST ${parent}/versions:clone`) return this.#clone(body);
    if (call === `PATCH ${parent}/config` && query.get('updateMask') === 'maxVersions') {
      this.maxVersions = String(body['maxVersions']);
      return { status: 200, body: {} };
    }
    const channel = this.#onChannel(call, query, origin);
    if (channel) return channel;
    const [, operation] = new RegExp(`^GET (${parent}/operations/\\d+)$`).exec(call) ?? [];
    if (operation) return this.#poll(operation);
    const [, method, name, action] =
      new RegExp(`^(POST|PATCH|DELETE) (${parent}/versions/\\d+)(:populateFiles)?$`).exec(call) ?? [];
    const version = this.versions.get(name ?? '');
    if (!version) return failed(404, `Not found: ${call}`);
    if (method === 'DELETE') return this.#delete(name ?? '');
    if (version.status === 'FINALIZED') return failed(400, 'The version is finalized');
    if (method === 'POST' && action) return this.#populate(version, body['files'], origin);
    if (method === 'PATCH' && !action && query.get('updateMask') === 'status') return this.#finalize(version, body);
    return failed(404, `Not found: ${call}`);
  }

  /** Preview channels: made with a `channelId`, released to, deleted. */
  #onChannel(call: string, query: URLSearchParams, origin: string): Reply | null {
    const channels = `${this.#parent}/channels`;
    const made = call === `POST ${channels}` ? query.get('channelId') : null;
    if (made !== null) {
      if (this.channels.has(made) || made === 'live') return failed(409, 'The channel exists');
      this.channels.set(made, null);
      return { status: 200, body: { name: `${channels}/${made}`, url: `${origin}/preview/${made}` } };
    }
    const [, method, id = '', releases] =
      new RegExp(`^(POST|DELETE) ${channels}/([a-z0-9-]+)(/releases)?$`).exec(call) ?? [];
    if (method === undefined || id === 'live') return null;
    if (!this.channels.has(id)) return failed(404, 'No such channel');
    if (method === 'DELETE') {
      this.channels.delete(id);
      return { status: 200, body: {} };
    }
    const version = query.get('versionName') ?? '';
    if (!releases || this.versions.get(version)?.status !== 'FINALIZED') return failed(400, 'No finalized version');
    this.channels.set(id, version);
    return { status: 200, body: {} };
  }

  /** What somebody who knows a preview's address gets there. */
  #previewed(channel: string, path: string): Reply {
    const hash = this.versions.get(this.channels.get(channel) ?? '')?.files.get(path);
    return hash === undefined ? failed(404, 'Not found') : { status: 200, body: this.#text(hash) };
  }

  #delete(name: string): Reply {
    const isShown = this.releases.at(-1)?.version === name || [...this.channels.values()].includes(name);
    if (isShown) return failed(400, 'The version is released');
    this.versions.delete(name);
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

  #create(config: unknown, files: Version['files']): Reply {
    const name = `${this.#parent}/versions/${String((this.#made += 1))}`;
    this.versions.set(name, { status: 'CREATED', config, files });
    return { status: 200, body: { name } };
  }

  #clone({ sourceVersion, finalize, exclude }: Record<string, unknown>): Reply {
    const source = this.versions.get(String(sourceVersion));
    if (source?.status !== 'FINALIZED') return failed(400, 'Only a finalized version is cloned');
    if (finalize !== false) return failed(400, 'A version that is finalized cannot be changed');
    const filters = ((exclude as { regexes?: string[] } | undefined)?.regexes ?? []).map((text) => new RegExp(text));
    const files = new Map([...source.files].filter(([path]) => !filters.some((filter) => filter.test(path))));
    const { name: version } = this.#create(source.config, files).body as { name: string };
    const name = `${this.#parent}/operations/${String(this.#operations.size + 1)}`;
    this.#operations.set(name, { version, pending: 1 });
    return { status: 200, body: { name, done: false } };
  }

  #poll(name: string): Reply {
    const operation = this.#operations.get(name);
    if (!operation) return failed(404, 'No such operation');
    if (operation.pending === 0) {
      return { status: 200, body: { name, done: true, response: { name: operation.version } } };
    }
    operation.pending -= 1;
    return { status: 200, body: { name } };
  }

  #populate(version: Version, files: unknown, origin: string): Reply {
    const entries = Object.entries(files as Record<string, string>);
    if (entries.length > mostFilesPerCall) return failed(400, 'Too many files in one call');
    const taken = entries.find(([path]) => version.files.has(path));
    if (taken) return failed(400, `${taken[0]} is in this version already`);
    for (const [path, hash] of entries) version.files.set(path, hash);
    const uploadRequiredHashes = [...new Set(entries.map(([, hash]) => hash))].filter((hash) => !this.blobs.has(hash));
    return { status: 200, body: { uploadRequiredHashes, uploadUrl: `${origin}/upload` } };
  }

  #finalize(version: Version, { status }: Record<string, unknown>): Reply {
    if (status !== 'FINALIZED') return failed(400, 'Only FINALIZED');
    const missing = [...version.files].find(([, hash]) => !this.blobs.has(hash));
    if (missing) return failed(400, `${missing[0]} has not arrived`);
    version.status = 'FINALIZED';
    return { status: 200, body: {} };
  }
}

interface Asked {
  call: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  origin: string;
}

const failed = (status: number, message: string): Reply => ({ status, body: { error: { code: status, message } } });
