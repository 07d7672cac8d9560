import { sitePaths, versionedPath } from '@frontage/model/paths';
import { recordContent } from '../render/record-content.ts';
import { bytesOf } from '../render/render-shard.ts';
import type { FileEntry } from '../site/files.ts';
import type { SimulatedSite } from '../site/simulate-site.ts';

export interface FileBytes {
  contentType: string;
  bytes: Uint8Array;
}

interface FilePorts {
  hash: (bytes: Uint8Array) => string;
  read: (file: FileEntry) => Promise<Uint8Array>;
}

// Few files suffice: frames request them soon after the page. Entries stay valid, because addresses contain hashes.
const maxFiles = 200;

const styleAddress = new RegExp(sitePaths.styles.replace('.', '\\.[0-9a-f]{10}\\.'));

/** Files referenced by drafts and missing in the live release: styles of another color, unpublished images. */
export class DraftedFiles {
  readonly #ports: FilePorts;
  readonly #files = new Map<string, () => Promise<FileBytes>>();

  constructor(ports: FilePorts) {
    this.#ports = ports;
  }

  /** Stores the files needed by a page that was just rendered. */
  async keep(html: string, { site, ready, renderer, answers }: SimulatedSite): Promise<void> {
    const { hash, read } = this.#ports;
    for (const file of ready.flatMap((record) => record.files)) {
      if (!site.files.has(file.path))
        this.#put(file.path, async () => ({ contentType: file.contentType, bytes: await read(file) }));
    }
    const [styles] = styleAddress.exec(html) ?? [];
    if (styles === undefined || site.files.has(styles) || this.#files.has(styles)) return;
    const { content } = recordContent({ value: answers.value, hash: () => '' });
    const rendered = await renderer.render(sitePaths.styles, content);
    if (!rendered.ok) return;
    const bytes = bytesOf(rendered.body);
    if (versionedPath(sitePaths.styles, hash(bytes)) !== styles) return;
    this.#put(styles, () => Promise.resolve({ contentType: rendered.contentType, bytes }));
  }

  async get(path: string): Promise<FileBytes | null> {
    return (await this.#files.get(path)?.()) ?? null;
  }

  #put(path: string, bytes: () => Promise<FileBytes>): void {
    this.#files.delete(path);
    this.#files.set(path, bytes);
    const [oldest] = this.#files.keys();
    if (this.#files.size > maxFiles && oldest !== undefined) this.#files.delete(oldest);
  }
}
