import type { Bucket } from '@frontage/model/paths';
import { uploadName, uploads } from '@frontage/model/uploads';

/** What a file picker for the bucket offers. */
export const acceptedTypes = (bucket: Bucket): string => Object.keys(uploads[bucket].types).join(',');

export type ImageProblem = 'type' | 'size';

/** What speaks against uploading a file to the bucket; null when nothing does. */
export function imageProblem(bucket: Bucket, file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  const { types, maxBytes } = uploads[bucket];
  if (!(file.type in types)) return 'type';
  return file.size > maxBytes ? 'size' : null;
}

/** A random name with the extension of the file's type. Asks for a type that the bucket takes. */
export function storedName(bucket: Bucket, { type }: Pick<File, 'type'>): string {
  const name = uploadName(bucket, type, crypto.randomUUID());
  if (name === null) throw new Error(`${bucket} takes no ${type}`);
  return name;
}

/** The text that stands for an image until somebody writes a better one: its file's name in words. */
export function altFromName(name: string): string {
  return name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim();
}
