import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Bucket } from '@google-cloud/storage';
import type { Objects } from '../../log/objects.ts';
import { explainStorageError } from '../explain-errors.ts';

// The other checksum, CRC32C, is computed in JavaScript and takes as long as rendering a page.
const validation = 'md5';

/**
 * Objects below a prefix of a Cloud Storage bucket. `prefix` is empty or ends with a slash.
 * @throws OperatorError, from each method, if Storage refuses or does not answer.
 */
export function bucketObjects(bucket: Bucket, prefix: string): Objects {
  const fileOf = (name: string) => bucket.file(prefix + name);
  const throwExplained = (error: unknown): never => {
    throw explainStorageError(error, { bucket: bucket.name, role: 'roles/storage.objectAdmin' });
  };
  /** Returns `answer` if the error has this status. Throws any other error with an explanation. */
  const unless = <Answer>(status: number, error: unknown, answer: Answer): Answer =>
    error instanceof Error && 'code' in error && error.code === status ? answer : throwExplained(error);
  return {
    create: async (name, bytes) => {
      const options = {
        resumable: false,
        contentType: 'application/octet-stream',
        validation,
        // Generation 0 stands for an object that does not exist.
        preconditionOpts: { ifGenerationMatch: 0 },
      };
      return fileOf(name)
        .save(Buffer.from(bytes), options)
        .then(
          () => true,
          (error: unknown) => unless(412, error, false),
        );
    },
    read: async (name, part) => {
      // The checksum covers whole objects, so it cannot validate a part.
      const range = part && { start: part.start, end: part.start + part.length - 1, validation: false as const };
      return fileOf(name)
        .download(range ?? { validation })
        .then(
          ([bytes]) => bytes,
          (error: unknown) => unless(404, error, null),
        );
    },
    list: async (wanted, after = '') => {
      const query = { prefix: prefix + wanted, ...(after !== '' && { startOffset: prefix + after }) };
      const [files] = await bucket.getFiles(query).catch(throwExplained);
      return (
        files
          .map(({ name }) => name.slice(prefix.length))
          // Emulators ignore `startOffset`.
          .filter((name) => name > after)
          .sort()
      );
    },
    remove: async (name) => {
      await fileOf(name).delete({ ignoreNotFound: true }).catch(throwExplained);
    },
  };
}

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
