import { failed, type Reply } from './hosting-reply.fixture.ts';

export interface Version {
  status: 'CREATED' | 'FINALIZED';
  config: unknown;
  /** SHA-256 of compressed bytes by path. */
  files: Map<string, string>;
}

const maxFilesPerCall = 1_000;

/** Simulates the versions of a site. They are created or cloned, filled with uploaded files and finalized. */
export class HostingVersions {
  readonly all = new Map<string, Version>();
  readonly #parent: string;
  readonly #blobs: ReadonlyMap<string, Buffer>;
  #made = 0;
  readonly #operations = new Map<string, { version: string; pending: number }>();

  constructor(parent: string, blobs: ReadonlyMap<string, Buffer>) {
    this.#parent = parent;
    this.#blobs = blobs;
  }

  create(config: unknown, files: Version['files']): Reply {
    const name = `${this.#parent}/versions/${String((this.#made += 1))}`;
    this.all.set(name, { status: 'CREATED', config, files });
    return { status: 200, body: { name } };
  }

  clone({ sourceVersion, finalize, exclude }: Record<string, unknown>): Reply {
    const source = this.all.get(String(sourceVersion));
    if (source?.status !== 'FINALIZED') return failed(400, 'Only a finalized version is cloned');
    if (finalize !== false) return failed(400, 'A version that is finalized cannot be changed');
    const filters = ((exclude as { regexes?: string[] } | undefined)?.regexes ?? []).map((text) => new RegExp(text));
    const files = new Map([...source.files].filter(([path]) => !filters.some((filter) => filter.test(path))));
    const { name: version } = this.create(source.config, files).body as { name: string };
    const name = `${this.#parent}/operations/${String(this.#operations.size + 1)}`;
    this.#operations.set(name, { version, pending: 1 });
    return { status: 200, body: { name, done: false } };
  }

  poll(name: string): Reply {
    const operation = this.#operations.get(name);
    if (!operation) return failed(404, 'No such operation');
    if (operation.pending === 0) {
      return { status: 200, body: { name, done: true, response: { name: operation.version } } };
    }
    operation.pending -= 1;
    return { status: 200, body: { name } };
  }

  populate(version: Version, files: unknown, origin: string): Reply {
    const entries = Object.entries(files as Record<string, string>);
    if (entries.length > maxFilesPerCall) return failed(400, 'Too many files in one call');
    const duplicate = entries.find(([path]) => version.files.has(path));
    if (duplicate) return failed(400, `${duplicate[0]} is in this version already`);
    for (const [path, hash] of entries) version.files.set(path, hash);
    const uploadRequiredHashes = [...new Set(entries.map(([, hash]) => hash))].filter((hash) => !this.#blobs.has(hash));
    return { status: 200, body: { uploadRequiredHashes, uploadUrl: `${origin}/upload` } };
  }

  finalize(version: Version, { status }: Record<string, unknown>): Reply {
    if (status !== 'FINALIZED') return failed(400, 'Only FINALIZED');
    const missing = [...version.files].find(([, hash]) => !this.#blobs.has(hash));
    if (missing) return failed(400, `${missing[0]} has not arrived`);
    version.status = 'FINALIZED';
    return { status: 200, body: {} };
  }
}
