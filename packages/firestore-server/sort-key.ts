import { typeRank } from './order.ts';
import { Timestamp, type Value } from './value.ts';

const textBytes = 128;

/**
 * A key whose byte order follows Firestore's order of values: a smaller value never has a larger key. Different values
 * may share a key: long texts with the same beginning, and all arrays, maps, references and geo points.
 */
export function sortKey(value: Value): Buffer {
  const rank = Buffer.of(typeRank(value));
  if (typeof value === 'boolean') return Buffer.of(1, Number(value));
  if (typeof value === 'number' || typeof value === 'bigint') return Buffer.concat([rank, numberKey(Number(value))]);
  // Two characters more than bytes: a cut surrogate pair must not reach the key.
  if (typeof value === 'string')
    return Buffer.concat([rank, Buffer.from(value.slice(0, textBytes + 2)).subarray(0, textBytes)]);
  if (value instanceof Timestamp) {
    const nanos = Buffer.alloc(4);
    nanos.writeUInt32BE(value.nanos);
    return Buffer.concat([rank, numberKey(value.seconds), nanos]);
  }
  return value instanceof Uint8Array ? Buffer.concat([rank, value.subarray(0, textBytes)]) : rank;
}

/** The lowest and highest keys of the values that compare with this one. */
export const keysOfType = (value: Value): { from: Buffer; to: Buffer } => ({
  from: Buffer.of(typeRank(value)),
  to: Buffer.of(typeRank(value) + 1),
});

function numberKey(value: number): Buffer {
  const key = Buffer.alloc(8);
  // NaN sorts before every number; zero has one key for both of its signs.
  if (Number.isNaN(value)) return key;
  key.writeDoubleBE(value + 0);
  const isNegative = (key[0] ?? 0) >= 0x80;
  if (isNegative) for (let i = 0; i < key.length; i++) key[i] = ~(key[i] ?? 0) & 0xff;
  else key[0] = (key[0] ?? 0) | 0x80;
  return key;
}
