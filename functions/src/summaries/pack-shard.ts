import type { Shard, Summary } from '@frontage/model/summaries/shards';

// Firestore takes documents of up to 1 MiB, names and all.
const mostBytes = 1_000_000;

/**
 * A shard as it is stored. Where it would be too large it goes without the longer texts; null where that does not help, so that
 * nobody takes a part for the whole.
 */
export function packShard(shard: Shard): string | null {
  const whole = textOf(shard);
  if (fits(whole)) return whole;
  const spare = textOf(new Map([...shard].map(([id, summary]) => [id, withoutTexts(summary)])));
  return fits(spare) ? spare : null;
}

const textOf = (shard: Shard): string => JSON.stringify(Object.fromEntries(shard));
const fits = (text: string): boolean => Buffer.byteLength(text) <= mostBytes;
const withoutTexts = ({ excerpt: _, meta_description: __, ...rest }: Summary): Summary => rest;
