import type { RulesReader, RulesRequest } from '../../ruleset.ts';
import { UNKNOWN_ANCESTORS, UNKNOWN_ID } from '../../ruleset.ts';
import type { RulesMap, RulesValue } from '../../values.ts';
import { duration, latLng, rulesPath, timestamp } from '../../values.ts';
import type { Random } from './random.ts';

const KEYS = ['a', 'b', 'c', 'data', 'x', '__proto__', 'constructor', 'ü'];
const VALUES: readonly RulesValue[] = [
  null, true, false, 0n, 1n, -1n, 9223372036854775807n, 0, 0.5, -0, NaN, Infinity, '', 'a', 'Abc', 'a/b', '😀', '(',
  new Uint8Array([1, 255]), timestamp(0n), timestamp(1_700_000_000_123_456_789n), duration(-1n), latLng(1, 2),
  rulesPath('/databases/(default)/documents/a/1'), { kind: 'set', items: ['a'] },
]; // prettier-ignore

function randomValue(random: Random, depth: number): RulesValue {
  if (depth > 0 && random.chance(0.2)) return random.many(0, 3, () => randomValue(random, depth - 1));
  if (depth > 0 && random.chance(0.2)) return randomFields(random, depth - 1);
  return random.pick(VALUES);
}

function randomFields(random: Random, depth: number): RulesMap {
  return new Map(random.many(0, 4, () => [random.pick(KEYS), randomValue(random, depth)]));
}

export function randomRequest(random: Random): RulesRequest {
  const method = random.pick(['get', 'list', 'create', 'update', 'delete'] as const);
  const maybe = (): RulesMap | null => (random.chance(0.8) ? randomFields(random, 2) : null);
  return {
    service: 'cloud.firestore',
    path:
      method === 'list' ? randomListPath(random) : random.pick(['a/1', 'b/2', 'a/1/b/2', 'my-collection/x', 'x.y/1']),
    method,
    auth: random.chance(0.7) ? { uid: random.pick(['u', 'a', 'x/y', '']), token: randomFields(random, 1) } : null,
    time: new Date(random.int(2 ** 31) * 1000),
    resource: method === 'create' ? null : maybe(),
    requestResource: method === 'create' || method === 'update' ? maybe() : null,
    ...(method === 'list' ? { query: { limit: random.chance(0.5) ? 10n : null, offset: null, orderBy: null } } : {}),
    ...(random.chance(0.5)
      ? {
          knownFields: new Map(
            random.many(0, 2, () => [random.pick(['a', 'b.c', '`x.y`', '']), randomValue(random, 1)]),
          ),
        }
      : {}),
  };
}

function randomListPath(random: Random): string {
  return random.pick([`a/${UNKNOWN_ID}`, `a/1/b/${UNKNOWN_ID}`, `${UNKNOWN_ANCESTORS}/b/${UNKNOWN_ID}`, 'a/1']);
}

export function randomReader(random: Random): RulesReader {
  const documents = new Map(['a/1', 'b/1'].map((path) => [path, randomFields(random, 1)]));
  const read = (path: string): RulesMap | null => documents.get(path) ?? null;
  return { get: read, getAfter: read };
}
