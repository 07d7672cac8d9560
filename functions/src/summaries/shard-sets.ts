import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { collections } from '@frontage/model/paths';
import {
  type SearchedCollection,
  searchedCollections,
  searchIndexOf,
  searchSet,
  searchShardId,
} from '@frontage/model/search-index/searched';
import { type CutText, cutToLimit, searchedDocument } from '@frontage/model/search-index/searched-document';
import {
  emptyShard,
  formatShard,
  parseShard,
  type SearchedDocument,
  type SearchShard,
  shardOfTitles,
  updateShard,
} from '@frontage/model/search-index/search-shard';
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

/** Decides which parts of long texts are indexed. */
export interface TextBudget {
  /** The indexed part of a text of the document `path`. */
  cut(path: string, text: string): string;
  /** The paths of documents with a cut text. */
  readonly shortened: ReadonlySet<string>;
}

/** Texts up to this length are always indexed: any such text takes some milliseconds at most. */
const shortText = 20_000;

/** A budget of `characters` for all long texts together. After that, the beginning of each long text is indexed. */
export function openTextBudget(characters: number): TextBudget {
  let remaining = characters;
  const shortened = new Set<string>();
  return {
    cut(path, text) {
      const legal = cutToLimit(text);
      if (legal.length <= shortText) return legal;
      if (legal.length <= remaining) {
        remaining -= legal.length;
        return legal;
      }
      shortened.add(path);
      return legal.slice(0, shortText);
    },
    shortened,
  };
}

/** Changes of one shard. */
interface ShardUpdate {
  /** Replaces a stored document, plain JSON; removes a deleted one (undefined). */
  put(id: string, data: Readonly<Record<string, unknown>> | undefined, cut?: CutText): void;
  /** The next `entries` of the shard; null if they are too large. */
  pack(): Promise<string | null>;
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
      pack: () => Promise.resolve(packShard(shard)),
    };
  },
});

/** The search index of a collection. */
export const searchOf = (source: SearchedCollection): ShardSet => ({
  source,
  target: searchIndexOf(source),
  name: searchSet(source),
  shardOf: (id) => searchShardId(source, id),
  update(entries) {
    const changes = new Map<string, SearchedDocument | null>();
    return {
      put: (id, data, cut) => void changes.set(id, data ? searchedDocument(source, data, cut) : null),
      async pack() {
        const shard = updateShard(unpackSearch(entries) ?? emptyShard, changes);
        const whole = await packSearch(shard);
        if (whole.length <= maxBytes) return whole;
        // Titles are still found.
        const reduced = await packSearch(shardOfTitles(shard.documents));
        return reduced.length <= maxBytes ? reduced : null;
      },
    };
  },
});

/** All sets: `frontage migrate` fills the missing ones. */
export const shardSets: readonly ShardSet[] = [
  ...summarizedCollections.map(summariesOf),
  ...searchedCollections.map(searchOf),
];

/** The sets of a collection. */
export const shardSetsOf = (source: string): readonly ShardSet[] => shardSets.filter((set) => set.source === source);

// In another thread: compression takes longer than all other steps of an update.
const compress = promisify(gzip);

const packSearch = async (shard: SearchShard): Promise<string> =>
  (await compress(formatShard(shard))).toString('base64');

/** Parses the `entries` of a stored part of a search index; null if they are invalid. */
export function unpackSearch(entries: unknown): SearchShard | null {
  if (typeof entries !== 'string') return null;
  try {
    return parseShard(gunzipSync(Buffer.from(entries, 'base64')).toString());
  } catch {
    return null;
  }
}

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
