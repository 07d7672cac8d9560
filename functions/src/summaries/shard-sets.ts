import { collections } from '@frontage/model/paths';
import {
  type Shard,
  type SummarizedCollection,
  summarizedCollections,
  type Summary,
  summarySet,
  summaryShard,
  unpackShard,
} from '@frontage/model/summaries/listed';
import { summarize } from '@frontage/model/summaries/summarize';

/** Changes of one shard. */
interface ShardUpdate {
  /** Replaces a stored document, plain JSON; removes a deleted one (undefined). */
  put(id: string, data: Readonly<Record<string, unknown>> | undefined): void;
  /** The next `entries` of the shard; null if they are too large. */
  pack(): string | null;
}

/** Data about all documents of a collection, stored in a few documents (shards). */
export interface ShardSet {
  /** The collection of the described documents. */
  source: string;
  /** The collection of the shards. */
  target: string;
  /** The field `set` of its shards, and the id of the document that exists if the set is complete. */
  name: string;
  /** The id of the shard with a document. */
  shardOf(id: string): string;
  /** Starts to change a shard. Missing or invalid `entries` count as empty. */
  update(entries: unknown): ShardUpdate;
}

// Firestore accepts documents of up to 1 MiB, including names.
const maxBytes = 1_000_000;

/** The fields that lists show of a collection's documents. */
export const summariesOf = (source: SummarizedCollection): ShardSet => ({
  source,
  target: collections.summaries,
  name: summarySet(source),
  shardOf: (id) => summaryShard(source, id),
  update(entries) {
    const shard = new Map<string, Summary>(unpackShard(entries));
    return {
      put: (id, data) => void (data ? shard.set(id, summarize(source, data)) : shard.delete(id)),
      pack: () => packShard(shard),
    };
  },
});

/** All sets: `frontage migrate` fills the missing ones. */
export const shardSets: readonly ShardSet[] = summarizedCollections.map(summariesOf);

/** The sets of a collection. */
export const shardSetsOf = (source: string): readonly ShardSet[] => shardSets.filter((set) => set.source === source);

/**
 * A shard of summaries in stored form. If it is too large, excerpts are omitted; null if that is not enough, so that an
 * incomplete shard is never stored.
 */
export function packShard(shard: Shard): string | null {
  const whole = textOf(shard);
  if (fits(whole)) return whole;
  const reduced = textOf(new Map([...shard].map(([id, summary]) => [id, withoutExcerpt(summary)])));
  return fits(reduced) ? reduced : null;
}

const textOf = (shard: Shard): string => JSON.stringify(Object.fromEntries(shard));
const fits = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
const withoutExcerpt = ({ excerpt: _, meta_description: __, ...rest }: Summary): Summary => rest;
