import type { RulesMap, RulesTimestamp, RulesValue } from '../values.ts';
import { latLng, rulesPath, timestampOfDate } from '../values.ts';
import type { Fields, Json } from './vector.ts';

/** The fields of a vector as values of the rules language; whole numbers are ints. */
export function rulesFields(fields: Fields, now: RulesTimestamp): RulesMap {
  return new Map(Object.entries(fields).map(([name, value]) => [name, rulesJson(value, now)]));
}

export function rulesJson(json: Json, now: RulesTimestamp): RulesValue {
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((item) => rulesJson(item, now));
  const [tag, content] = Object.entries(json)[0] ?? [];
  switch (tag) {
    case '$float':
      return Number(content);
    case '$timestamp':
      return timestampOfDate(new Date(String(content)));
    case '$bytes':
      return new Uint8Array(Buffer.from(String(content), 'base64'));
    case '$latlng':
      return Array.isArray(content) ? latLng(Number(content[0]), Number(content[1])) : null;
    case '$path':
      return rulesPath(`/databases/(default)/documents/${String(content)}`);
    case '$serverTimestamp':
      return now;
    default:
      return rulesFields(json, now);
  }
}
