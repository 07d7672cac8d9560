import { rulesClaims } from '@frontage/firestore-server/rules-values';
import type { Log } from '@frontage/firestore-server/log';
import type { Ruleset, RulesRequest } from '@frontage/rules-engine/ruleset';
import { timestampOfDate } from '@frontage/rules-engine/values';
import type { RulesMap, RulesValue } from '@frontage/rules-engine/values';
import type { RulesObject, RulesValidator } from './emulator-api.ts';

export interface RulesValidatorOptions {
  /** The active rules; null denies everything. */
  rules: () => Ruleset | null;
  /** The fields of a Firestore document, for `firestore.get` and `firestore.exists`. */
  readDocument: (path: string) => RulesMap | null;
  log: Log;
}

/** Decides client requests by the storage rules. Any error denies. */
export function createRulesValidator({ rules, readDocument, log }: RulesValidatorOptions): RulesValidator {
  const deny = (method: string, path: string, reason: string): boolean => {
    log({ level: 'warn', source: 'storage', message: `${method} on ${path} denied: ${reason}` });
    return false;
  };

  return {
    validate(path, _bucket, ...[method, { before, after }, , authorization]) {
      const ruleset = rules();
      const auth = authOf(authorization);
      if (ruleset === null) return Promise.resolve(deny(method, path, 'no rules are loaded'));
      if (auth === undefined) return Promise.resolve(deny(method, path, 'the token cannot be read'));
      const request: RulesRequest = {
        service: 'firebase.storage',
        path: path.replace(/\/+$/, ''),
        method,
        auth,
        time: new Date(),
        resource: before === undefined ? null : objectMap(before),
        requestResource: after === undefined ? null : objectMap(after),
      };
      const { allowed, reason } = ruleset.evaluate(request, { get: readDocument, getAfter: readDocument }, null);
      return Promise.resolve(allowed || deny(method, path, reason));
    },
  };
}

/** The caller as rules see it: null without a token, undefined if the token is not a JSON web token of a user. */
function authOf(authorization: string | undefined): RulesRequest['auth'] | undefined {
  const token = authorization?.trim().split(/\s+/)[1];
  if (token === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { user_id: userId, sub } = claims as { user_id?: unknown; sub?: unknown };
    const uid = userId ?? sub;
    return typeof uid === 'string' && uid !== '' ? { uid, token: rulesClaims(claims as object) } : undefined;
  } catch {
    return undefined;
  }
}

function objectMap(object: RulesObject): RulesMap {
  const entries: [string, RulesValue][] = [
    ['name', object.name],
    ['bucket', object.bucket],
    ['generation', BigInt(object.generation)],
    ['metageneration', BigInt(object.metageneration)],
    ['size', BigInt(object.size)],
    ['timeCreated', timestampOfDate(object.timeCreated)],
    ['updated', timestampOfDate(object.updated)],
    ['md5Hash', object.md5Hash],
    ['crc32c', object.crc32c],
    ['etag', object.etag],
    ['contentDisposition', object.contentDisposition ?? null],
    ['contentEncoding', object.contentEncoding ?? null],
    ['contentLanguage', object.contentLanguage ?? null],
    ['contentType', object.contentType ?? null],
    ['metadata', new Map(Object.entries(object.metadata))],
  ];
  return new Map(entries);
}
