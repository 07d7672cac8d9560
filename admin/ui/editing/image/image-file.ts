import { limits } from '@frontage/model/limits';

/** The types that the buckets for photographs take, and the extension each is stored under. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export const acceptedImages = Object.keys(extensions).join(',');

export type ImageProblem = 'type' | 'size';

/** What speaks against uploading a file as an image; null when nothing does. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  if (!(file.type in extensions)) return 'type';
  return file.size > limits.ogImageBytes ? 'size' : null;
}

/** A random name with the extension of the file's type. */
export function storedName(file: Pick<File, 'type'>): string {
  return `${crypto.randomUUID()}.${extensions[file.type] ?? 'bin'}`;
}

/** The text that stands for an image until somebody writes a better one: its file's name in words. */
export function altFromName(name: string): string {
  return name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim();
}
