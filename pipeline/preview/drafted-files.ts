import { sitePaths, versionedPath } from '@frontage/model/paths';
import type { FileEntry } from '../release/files.ts';
import type { SimulatedSite } from '../release/simulate-site.ts';
import { bytesOf } from '../render/encode-pages.ts';
import { recordContent } from '../render/record-content.ts';

export interface FileBytes {
  contentType: string;
  bytes: Uint8Array;
}

/** Files referenced by drafts and missing in the live release: styles of another color, unpublished pictures. */
export interface DraftedFiles {
  /** Stores the files needed by a page that was just rendered. */
  keep(html: string, simulated: SimulatedSite): Promise<void>;
  get(path: string): Promise<FileBytes | null>;
}

interface Ports {
  hash: (bytes: Uint8Array) => string;
  read: (file: FileEntry) => Promise<Uint8Array>;
}

// Few files suffice: frames request them soon after the page. Entries stay valid, because addresses contain hashes.
const maxFiles = 200;

const styleAddress = new RegExp(sitePaths.styles.replace('.', '\\.[0-9a-f]{10}\\.'));

export function openDraftedFiles({ hash, read }: Ports): DraftedFiles {
  const files = new Map<string, () => Promise<FileBytes>>();
  const put = (path: string, bytes: () => Promise<FileBytes>): void => {
    files.delete(path);
    files.set(path, bytes);
    const [oldest] = files.keys();
    if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
  };

  return {
    keep: async (html, { site, ready, renderer, answers }) => {
      for (const file of ready.flatMap((record) => record.files)) {
        if (!site.files.has(file.path))
          put(file.path, async () => ({ contentType: file.contentType, bytes: await read(file) }));
      }
      const [styles] = styleAddress.exec(html) ?? [];
      if (styles === undefined || site.files.has(styles) || files.has(styles)) return;
      const { content } = recordContent({ value: answers.value, hash: () => '' });
      const rendered = await renderer.render(sitePaths.styles, content);
      if (!rendered.ok) return;
      const bytes = bytesOf(rendered.body);
      if (versionedPath(sitePaths.styles, hash(bytes)) !== styles) return;
      put(styles, () => Promise.resolve({ contentType: rendered.contentType, bytes }));
    },
    get: async (path) => (await files.get(path)?.()) ?? null,
  };
}
