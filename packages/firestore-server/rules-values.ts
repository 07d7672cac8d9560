import type { RulesValue } from '@frontage/rules-engine/values';
import { GeoPoint, Reference, Timestamp } from './value.ts';
import type { Value, ValueMap } from './value.ts';

/** A stored value as a value of the rules language. */
export function rulesValue(value: Value): RulesValue {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return rulesMap(value);
  if (Array.isArray(value)) return value.map(rulesValue);
  if (value instanceof Timestamp) {
    return { kind: 'timestamp', nanos: BigInt(value.seconds) * 1_000_000_000n + BigInt(value.nanos) };
  }
  if (value instanceof Reference) {
    return { kind: 'path', segments: ['databases', ...value.name.split('/').slice(3)], bound: null };
  }
  if (value instanceof GeoPoint) return { kind: 'latlng', latitude: value.latitude, longitude: value.longitude };
  return value;
}

export function rulesMap(map: ValueMap): Map<string, RulesValue> {
  return new Map([...map].map(([key, value]) => [key, rulesValue(value)]));
}

/** Parsed JSON (a token's claims) as a value of the rules language. */
export function rulesJson(json: unknown): RulesValue {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return json.map(rulesJson);
  if (typeof json === 'object' && json !== null) return rulesClaims(json);
  return null;
}

export function rulesClaims(json: object): Map<string, RulesValue> {
  return new Map(Object.entries(json).map(([key, value]) => [key, rulesJson(value)]));
}
