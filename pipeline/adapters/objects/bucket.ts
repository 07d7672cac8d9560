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
