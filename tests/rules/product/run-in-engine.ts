import type { Ruleset, RulesReader, RulesRequest } from '@frontage/rules-engine/ruleset';
import { UNKNOWN_ID } from '@frontage/rules-engine/ruleset';
import { timestampOfDate, type RulesValue } from '@frontage/rules-engine/values';
import { emailOf, signedInAt } from './actors.ts';
import {
  Marker,
  requestTime,
  type Actor,
  type AttackCase,
  type Fields,
  type Plain,
  type Write,
} from './attack-case.ts';

type RulesMap = Map<string, RulesValue>;
type Store = ReadonlyMap<string, RulesMap>;

export interface Result {
  allowed: boolean;
  reason: string;
  /** The number of documents read: the maximum of one operation, and the sum of all operations. */
  accessCalls: { single: number; batch: number };
  /** The most expressions that one operation evaluated, and that operation. */
  expressions: { most: number; operation: string };
}

/** A case with converted values, which can be evaluated against many rulesets. */
export interface Prepared {
  attackCase: AttackCase;
  requests: RulesRequest[];
  reader: RulesReader;
}

const toValue = (plain: Plain): RulesValue => {
  if (typeof plain === 'number') return Number.isInteger(plain) ? BigInt(plain) : plain;
  if (plain instanceof Marker) return plain.kind === 'now' ? timestampOfDate(requestTime) : plain.value;
  if (plain instanceof Date) return timestampOfDate(plain);
  if (Array.isArray(plain)) return plain.map(toValue);
  return typeof plain === 'object' && plain !== null ? toMap(plain) : plain;
};

export const toMap = (fields: Fields): RulesMap =>
  new Map(Object.entries(fields).map(([name, value]) => [name, toValue(value)]));

export function authOf(actor: Actor | null): RulesRequest['auth'] {
  if (!actor) return null;
  const token = toMap({
    sub: actor.uid,
    email: emailOf(actor),
    auth_time: Math.floor(signedInAt),
    firebase: {
      sign_in_provider: 'password',
      identities: {},
      ...(actor.usedSecondFactor && { sign_in_second_factor: 'totp' }),
    },
  });
  return { uid: actor.uid, token };
}

const pathOf = (write: Write): string => ('set' in write ? write.set : 'update' in write ? write.update : write.delete);

function applied(before: Store, writes: readonly Write[]): Store {
  const after = new Map(before);
  for (const write of writes) {
    const path = pathOf(write);
    if ('delete' in write) after.delete(path);
    else if ('set' in write) after.set(path, toMap(write.data));
    else after.set(path, new Map([...(after.get(path) ?? []), ...toMap(write.data)]));
  }
  return after;
}

export function prepare(attackCase: AttackCase): Prepared {
  const before: Store = new Map(Object.entries(attackCase.initialState).map(([path, fields]) => [path, toMap(fields)]));
  const action = attackCase.try;
  const writes = 'batch' in action ? action.batch : [];
  const after = applied(before, writes);
  const base = { service: 'cloud.firestore' as const, auth: authOf(attackCase.actor), time: requestTime };
  const reader: RulesReader = { get: (path) => before.get(path) ?? null, getAfter: (path) => after.get(path) ?? null };
  return { attackCase, reader, requests: requestsOf() };

  function requestsOf(): RulesRequest[] {
    if ('get' in action) {
      const resource = before.get(action.get) ?? null;
      return [{ ...base, path: action.get, method: 'get', resource, requestResource: null }];
    }
    if ('list' in action) {
      const knownFields = new Map((action.where ?? []).map(([field, value]) => [field, toValue(value)]));
      const path = `${action.list}/${UNKNOWN_ID}`;
      return [{ ...base, path, method: 'list', resource: null, requestResource: null, knownFields }];
    }
    // Several writes to one document are evaluated in order, each with the state before it, like in the local
    // Firestore.
    let state = before;
    return writes.map((write) => {
      const path = pathOf(write);
      const resource = state.get(path) ?? null;
      state = applied(state, [write]);
      const requestResource = state.get(path) ?? null;
      const method = requestResource === null ? 'delete' : resource === null ? 'create' : 'update';
      return { ...base, path, method, resource, requestResource };
    });
  }
}

/** The rules' decision on a case. A batch shares one budget of access calls and stops at the first denial. */
export function decide(ruleset: Ruleset, { requests, reader }: Prepared): Result {
  const budget = requests.length > 1 ? { remaining: 20, seen: new Set<string>() } : null;
  let single = 0;
  let batch = 0;
  let expressions = { most: 0, operation: '' };
  for (const request of requests) {
    const verdict = ruleset.evaluate(request, reader, budget);
    single = Math.max(single, verdict.accessCalls);
    batch += verdict.accessCalls;
    const operation = `${request.method} ${request.path}`;
    if (verdict.expressions > expressions.most) expressions = { most: verdict.expressions, operation };
    if (!verdict.allowed) {
      return {
        allowed: false,
        reason: `${operation}: ${verdict.reason}`,
        accessCalls: { single, batch },
        expressions,
      };
    }
  }
  return { allowed: true, reason: '', accessCalls: { single, batch }, expressions };
}
