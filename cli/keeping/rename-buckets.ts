import { buckets } from '@frontage/model/paths';
import type { BucketNames } from './read-uploads.ts';

type Rename = (text: string) => string;

// The text around the bucket's name in every upload address.
const inAddress = /(?<=\/v0\/b\/)[^\s"'<>()/]+(?=\/o\/)/g;

const renameBy = (names: ReadonlyMap<string, string>): Rename => {
  if ([...names].every(([from, to]) => from === to)) return (text) => text;
  return (text) => (text.includes('/v0/b/') ? text.replace(inAddress, (name) => names.get(name) ?? name) : text);
};

/** Gives addresses of uploads the names that buckets have in the product, and so in every project's backup. */
export const toProductNames = (names: BucketNames): Rename =>
  renameBy(new Map(Object.values(buckets).map((bucket) => [names[bucket], bucket])));

/** Gives addresses of uploads the names that buckets have in one project. */
export const toRealNames = (names: BucketNames): Rename =>
  renameBy(new Map(Object.values(buckets).map((bucket) => [bucket, names[bucket]])));
