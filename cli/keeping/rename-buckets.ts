import { buckets } from '@frontage/model/paths';
import type { BucketNames } from './read-uploads.ts';

type Rename = (text: string) => string;

// Matches the bucket's name in an address of an upload.
const inAddress = /(?<=\/v0\/b\/)[^\s"'<>()/]+(?=\/o\/)/g;

const renameBy = (names: ReadonlyMap<string, string>): Rename => {
  if ([...names].every(([from, to]) => from === to)) return (text) => text;
  return (text) => (text.includes('/v0/b/') ? text.replace(inAddress, (name) => names.get(name) ?? name) : text);
};

/**
 * Returns a function that replaces a project's bucket names in upload addresses with the product names used in backups.
 */
export const toProductNames = (names: BucketNames): Rename =>
  renameBy(new Map(Object.values(buckets).map((bucket) => [names[bucket], bucket])));

/** Returns a function that replaces product names of buckets in upload addresses with the names of a project. */
export const toRealNames = (names: BucketNames): Rename =>
  renameBy(new Map(Object.values(buckets).map((bucket) => [bucket, names[bucket]])));
