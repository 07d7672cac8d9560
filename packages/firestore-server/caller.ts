import type { RulesRequest } from '@frontage/rules-engine/ruleset';
import { rulesClaims } from './rules-values.ts';
import { refuse } from './status.ts';

/** The caller of a request: administrators bypass the rules. */
export type Caller = { admin: true } | { admin: false; auth: RulesRequest['auth'] };

/**
 * `Bearer owner` is an administrator, as in the official emulator; any other token is a client's, with unverified
 * claims; without a token the client is signed out.
 */
export function callerOf(authorization: string | undefined): Caller {
  const match = /^Bearer\s+(.+)$/i.exec(authorization?.trim() ?? '');
  const token = match?.[1];
  if (token === undefined) return { admin: false, auth: null };
  if (token === 'owner') return { admin: true };
  const claims = claimsOf(token);
  const uid = claims['user_id'] ?? claims['sub'];
  if (typeof uid !== 'string' || uid === '') {
    refuse('UNAUTHENTICATED', 'Request had invalid authentication credentials: the token names no user.');
  }
  return { admin: false, auth: { uid, token: rulesClaims(claims) } };
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims === 'object' && claims !== null) return claims as Record<string, unknown>;
  } catch {
    // Not JSON: refused below like any other bad token.
  }
  return refuse(
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials: the token is not a JSON web token.',
  );
}
