import type { Random } from './random.ts';

const oddities: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  'x',
  '',
  [],
  {},
  [[]],
  '__name__',
  '`',
  'a..b',
  '9'.repeat(30),
  '\ud800',
  '\u0000',
  'projects/x/databases/y/documents/z',
  ['a', 1, null],
  { stringValue: 1 },
  { nullValue: 'x' },
];

/** A copy of the value with some parts replaced, removed, duplicated or renamed. */
export function mutateJson(random: Random, value: unknown): unknown {
  if (random.next() < 0.06) return random.pick(oddities);
  if (Array.isArray(value)) {
    const items = value.map((item) => mutateJson(random, item));
    if (random.next() < 0.1 && items.length > 0) items.push(items[0]);
    return random.next() < 0.1 ? items.slice(1) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const roll = random.next();
    if (roll < 0.04) return [];
    if (roll < 0.08)
      return [
        [random.pick(['', 'unknown', '__proto__', 'constructor', 'name', 'fields', 'update', 'stringValue']), item],
      ];
    return [[key, mutateJson(random, item)]];
  });
  return Object.fromEntries(entries);
}

/** Up to 400 random bytes. */
export function garbage(random: Random): Buffer {
  return random.bytes(random.below(random.pick([4, 40, 400])));
}

/** A copy of the bytes with some changed, truncated or repeated. */
export function corrupt(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let i = random.below(4); i >= 0 && copy.length > 0; i--) copy[random.below(copy.length)] = random.below(256);
  const roll = random.next();
  if (roll < 0.2) return copy.subarray(0, random.below(copy.length + 1));
  return roll < 0.3 ? Buffer.concat([copy, copy.subarray(random.below(copy.length + 1))]) : copy;
}

/** A gRPC message frame: five header bytes and the payload. */
export function grpcFrame(payload: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}
