import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Objects } from '../../log/objects.ts';

/** Stores objects as files below a folder. A file is flushed to the disk before it gets its name. */
export function folderObjects(folder: string): Objects {
  const unfinished = join(folder, '.unfinished');
  return {
    create: async (name, bytes) => {
      const file = join(folder, name);
      const draft = join(unfinished, randomUUID());
      await Promise.all([mkdir(unfinished, { recursive: true }), mkdir(dirname(file), { recursive: true })]);
      try {
        await writeFile(draft, bytes, { flush: true, mode: 0o600 });
        // Unlike renaming, linking fails if a file of that name exists.
        return await link(draft, file).then(
          () => true,
          (error: unknown) => falseFor('EEXIST', error),
        );
      } finally {
        await rm(draft, { force: true });
      }
    },
    read: async (name, part) => {
      const file = await open(join(folder, name)).catch((error: unknown) => {
        falseFor('ENOENT', error);
        return null;
      });
      if (file === null) return null;
      try {
        if (!part) return await file.readFile();
        const { bytesRead, buffer } = await file.read(Buffer.alloc(part.length), 0, part.length, part.start);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    list: async (prefix, after = '') => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        falseFor('ENOENT', error);
        return [];
      });
      return entries
        .filter((entry) => entry.isFile() && entry.parentPath !== unfinished)
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix) && name > after)
        .sort();
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Returns false if the error has this code. Throws any other error. */
function falseFor(code: string, error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === code) return false;
  throw error;
}
