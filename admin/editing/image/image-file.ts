import type { Bucket } from '@frontage/model/paths';
import { uploadName, uploads } from '@frontage/model/uploads';

/** The accepted types of a file picker for the bucket. */
export const acceptedTypes = (bucket: Bucket): string => Object.keys(uploads[bucket].types).join(',');

export type ImageProblem = 'type' | 'size';

/** Why a file cannot be uploaded to the bucket; null if it can. */
export function imageProblem(bucket: Bucket, file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  const { types, maxBytes } = uploads[bucket];
  if (!(file.type in types)) return 'type';
  return file.size > maxBytes ? 'size' : null;
}

/** A random name with the extension of the file's type. Throws for a type that the bucket does not accept. */
export function storedName(bucket: Bucket, { type }: Pick<File, 'type'>): string {
  const name = uploadName(bucket, type, crypto.randomUUID());
  if (name === null) throw new Error(`The bucket ${bucket} does not accept ${type}`);
  return name;
}

/** A provisional alt text for an image: the words of its file name. */
export function altFromName(name: string): string {
  return name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim();
}
