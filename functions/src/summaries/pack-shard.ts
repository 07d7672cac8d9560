import type { Shard, Summary } from '@frontage/model/summaries/shards';

// Firestore accepts documents of up to 1 MiB, including names.
const maxBytes = 1_000_000;

/**
 * A shard in stored form. If it is too large, excerpts are omitted; null if that is not enough, so that an incomplete
 * shard is never stored.
 */
export function packShard(shard: Shard): string | null {
  const whole = textOf(shard);
  if (fits(whole)) return whole;
  const reduced = textOf(new Map([...shard].map(([id, summary]) => [id, withoutTexts(summary)])));
  return fits(reduced) ? reduced : null;
}

const textOf = (shard: Shard): string => JSON.stringify(Object.fromEntries(shard));
const fits = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
const withoutTexts = ({ excerpt: _, meta_description: __, ...rest }: Summary): Summary => rest;
